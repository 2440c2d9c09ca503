import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { ErrorAnswer } from '@dashboard/contract/answers'
import { type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from './app.ts'
import { bodiesOf, parametersOf } from './generated-values.ts'
import { storedReport } from './reports.ts'
import { activeAdmin, activeUser } from './users.ts'

const requestsPerCall = 10
/** What no answer may tell of the program. */
const insides = /node_modules|\bat .+:\d+:\d+|SQLITE_|ENOENT/
const callers = ['nobody', 'user', 'admin'] as const
const Operations = z.record(
  z.string(),
  z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
)

function requestsOf({ params, query, body }: Endpoint, known: readonly string[]) {
  const bytes = fc.string({ unit: 'binary', maxLength: 2_000 })
  const content = !body || isBinary(body) ? bytes : bodiesOf(body, known)
  return fc.record({
    caller: fc.constantFrom(...callers),
    params: parametersOf(params, known),
    query: parametersOf(query, known),
    payload: body ? content : fc.constant(undefined),
  })
}

function addressOf({ path }: Endpoint, params: Record<string, string>, query: object) {
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? 'x'))
  return `${filled}?${new URLSearchParams({ ...query })}`
}

/** Returns the statuses that the API's description declares, by method and path. */
async function declaredStatuses({ inject }: TestApp) {
  const { paths } = (await inject({ url: '/api/openapi.json' })).json()
  const operations = Operations.parse(paths)
  return ({ method, path }: Endpoint) =>
    Object.keys(
      operations[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {},
    )
}

/** Returns what is wrong with an answer. The binding lets out no body that an endpoint does not declare. */
function faultOf(declared: readonly string[], statusCode: number, body: string) {
  if (!declared.includes(String(statusCode))) return 'a status that is not declared'
  if (statusCode < 400) return undefined
  if (insides.test(body)) return 'insides of the program'
  return ErrorAnswer.strict().safeParse(JSON.parse(body)).success ? undefined : 'another shape'
}

test('no generated request gets an undeclared answer or causes an error in the log', async () => {
  const errors: string[] = []
  const app = await startTestApp({
    settings: { logLevel: 'error' },
    log: { write: (line: string) => errors.push(line) },
  })
  const circuits = ['NY-1', 'NJ 07, "East"']
  for (const name of circuits) {
    await app.db.insertInto('circuits').values({ id: name, name, congregations: 0 }).execute()
  }
  const reports = [await storedReport(app), await storedReport(app)]
  const others = [await activeUser(app.db), await activeAdmin(app.db)]
  const jobs = await app.db.selectFrom('jobs').select('id').execute()
  const known = [...circuits, ...[...reports, ...others, ...jobs].map(({ id }) => id)]
  const statusesOf = await declaredStatuses(app)
  for (const endpoint of allEndpoints) {
    const declared = statusesOf(endpoint)
    const requests = requestsOf(endpoint, known)
    await fc.assert(
      fc.asyncProperty(requests, async ({ caller, params, query, payload }) => {
        const { inject } = caller === 'nobody' ? app : await app.as(caller)
        const type = isBinary(endpoint.body) ? endpoint.body.binary : 'application/json'
        const { statusCode, body } = await inject({
          method: endpoint.method,
          url: addressOf(endpoint, params, query),
          ...(payload !== undefined && { payload, headers: { 'content-type': type } }),
        })
        const fault = faultOf(declared, statusCode, body)
        expect([endpoint.name, statusCode, fault, errors]).toEqual([
          endpoint.name,
          statusCode,
          undefined,
          [],
        ])
      }),
      { numRuns: requestsPerCall, endOnFailure: true },
    )
  }
  expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
})
