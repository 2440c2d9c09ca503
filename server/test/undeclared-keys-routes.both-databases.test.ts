import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import { DefaultQueryExecutor } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startTestApp } from './app.ts'
import { addSchedule, fillCircuits } from './circuits.ts'
import { insertToken } from './tokens.ts'

const leak = 'undeclared-secret'

/** Adds one more column to every row that is read from the database from now on. */
function addColumnToEveryRow(): void {
  const executors = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
    DefaultQueryExecutor,
    'executeQuery'
  >
  const { executeQuery } = executors
  vi.spyOn(executors, 'executeQuery').mockImplementation(async function (
    this: DefaultQueryExecutor,
    ...asked
  ) {
    const result = await executeQuery.apply(this, asked)
    const rows = result.rows.map((row) => Object.assign({}, row, { [leak]: leak }))
    return { ...result, rows }
  } as typeof executeQuery)
}

test('a column that no answer declares appears in no answer', async () => {
  const app = await startTestApp()
  const { db, as } = app
  await fillCircuits(app, ['NY-1', 'NY-2'])
  await addSchedule(db, ['NY-1'])
  const reachable = { mobilePhone: '212 555 0100', trained: 1, available: 1 } as const
  await db.updateTable('volunteers').set(reachable).execute()
  const ada = await as('admin')
  const { inject } = ada
  await insertToken(db, ada.user.id)
  const facts = { kind: 'import-guard', importId: null } as const
  await db.transaction().execute((tx) => insertNotice(tx, { facts, cause: 'undeclared' }))
  const list = { kind: 'circuit', place: 'NY-1', timeSlot: 'Slot of NY-1' }
  const day = nextSaturday()
  const opened = await inject({
    method: 'POST',
    url: '/api/call-lists',
    payload: { ...list, day },
  })
  const firstOf = async (table: 'imports' | 'volunteers' | 'jobs') =>
    (await db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  const ids = {
    imports: await firstOf('imports'),
    volunteers: await firstOf('volunteers'),
    jobs: await firstOf('jobs'),
    'call-lists': opened.json().id as string,
    users: ada.user.id,
  }
  const addressOf = ({ path }: Endpoint) =>
    path
      .replace('/circuits/:name', '/circuits/NY-1')
      .replace(':congregation', 'Central')
      .replace(/contacts$/, '$&?of=numbers')
      .replace(
        /([\w-]+)\/:id/,
        (_match, things: keyof typeof ids) => `${things}/${encodeURIComponent(ids[things])}`,
      )
  addColumnToEveryRow()

  const asked = allEndpoints.filter(
    ({ method, answer, access }) => method === 'GET' && access !== 'public' && !isBinary(answer),
  )
  const answers: Record<string, unknown> = {}
  for (const endpoint of asked) {
    const { statusCode, body } = await inject({ method: 'GET', url: addressOf(endpoint) })
    answers[endpoint.path] = [statusCode, body.includes(leak)]
  }
  // There is no spreadsheet with columns to describe.
  const statusOf = (path: string) => (path === '/api/columns' ? 422 : 200)
  expect(answers).toEqual(
    Object.fromEntries(asked.map(({ path }) => [path, [statusOf(path), false]])),
  )
})

function nextSaturday(): string {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 6)
  return day.toISOString().slice(0, 10)
}
