import { RefusalReason } from '@dashboard/contract/answers'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { findOperation, type Operation, partsOf, readOperations } from './described-operations.ts'
import type { GeneratedRequest } from './generated-requests.ts'
import type { RawAnswer } from './raw-http.ts'

type Request = Pick<GeneratedRequest, 'method' | 'target' | 'isMalformed' | 'mayGoUnanswered'>

const ErrorBody = z.strictObject({
  message: z.string().min(1),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  reason: RefusalReason.optional(),
})

/** Addresses besides the described calls: the description itself, its pages, metrics. */
const otherAddresses = /^\/(api\/(openapi\.json|docs(\/|$))|metrics$)/
const mostErrorBytes = 100_000
/** Length of an address that, together with its headers, is more than Node accepts. */
const longAddress = 8_000

/**
 * Returns a check of answers against an OpenAPI description. The check returns in words what is wrong with an answer;
 * `undefined` when nothing is.
 */
export function createAnswerCheck(description: unknown) {
  const operations = readOperations(description)
  const fitsSchema = createSchemaCheck(description)

  return (request: Request, answer: RawAnswer | undefined): string | undefined => {
    if (!answer) return request.mayGoUnanswered ? undefined : 'no answer'
    const { status, headers } = answer
    if (status === 503 && headers['retry-after'] !== undefined) return errorFault(answer)
    if (status >= 500) return `${status} ${answer.body.toString().slice(0, 200)}`
    if (request.isMalformed && status >= 400) return errorFault(answer)
    if (status === 431 && request.target.length > longAddress) return errorFault(answer)
    const operation = findOperation(operations, request.method, request.target)
    if (!operation) return elsewhereFault(request, answer)
    const declared = operation.responses[status]
    if (!declared) return `${status} is not declared: ${answer.body.toString().slice(0, 200)}`
    if (request.method === 'HEAD') return emptyFault(answer)
    return contentFault(declared, answer, fitsSchema)
  }
}

type Declared = Operation['responses'][string]
type SchemaCheck = (schema: object, value: unknown) => string | undefined

function contentFault({ content }: Declared, answer: RawAnswer, fitsSchema: SchemaCheck) {
  if (!content) return emptyFault(answer)
  const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? ''
  const [name, described] =
    Object.entries(content).find(([each]) =>
      each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type === each,
    ) ?? []
  if (!described || !name) return `"${type}" is not declared for ${answer.status}`
  if (name !== 'application/json') return undefined
  const value = parseJson(answer.body)
  if (value === undefined) return 'the answer is not JSON'
  return (
    fitsSchema(described.schema, value) ?? (answer.status >= 400 ? errorFault(answer) : undefined)
  )
}

/** Checks the answer at an address without a call: a page, or 404 in the shape of every error. */
function elsewhereFault({ method, target }: Request, answer: RawAnswer): string | undefined {
  const path = `/${partsOf(target).slice(1).join('/')}`
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && otherAddresses.test(path) && answer.status < 404) return undefined
  const isPage = /^text\/html|^image\/|javascript/.test(answer.headers['content-type'] ?? '')
  if (isRead && answer.status === 200 && !path.startsWith('/api') && isPage) return undefined
  if (answer.status !== 404) return `${answer.status} at an address that is not described`
  return method === 'HEAD' ? emptyFault(answer) : errorFault(answer)
}

function emptyFault({ body }: RawAnswer): string | undefined {
  return body.length === 0 ? undefined : 'a body where none belongs'
}

function errorFault({ status, body }: RawAnswer): string | undefined {
  if (body.length > mostErrorBytes) return `an error of ${body.length} bytes`
  const text = body.toString()
  if (/node_modules|\bat .+:\d+:\d+|SQLITE_|ENOENT/.test(text)) return `insides: ${text}`
  return ErrorBody.safeParse(parseJson(body)).success
    ? undefined
    : `${status} in another shape than every error: ${text.slice(0, 200)}`
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function createSchemaCheck(description: unknown): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const text = JSON.stringify(description)
  ajv.addSchema({ $id: 'api', ...JSON.parse(text) })
  const compiled = new Map<object, ValidateFunction>()
  return (schema, value) => {
    const validate =
      compiled.get(schema) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))
    compiled.set(schema, validate)
    if (validate(value)) return undefined
    const { instancePath, message } = validate.errors?.[0] ?? {}
    return `the answer's ${instancePath || 'body'} ${message}`
  }
}
