import { allEndpoints, type NamedEndpoint } from '@dashboard/contract/all-endpoints'
import type { JobRow } from '@dashboard/store/database/schema'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import { expect, it } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import { addSchedule, fillCircuits } from './circuits.ts'
import { everywhere, own, wholeDatabase } from './limited.ts'
import { activeUser } from './users.ts'

/** Values to try as parameters of paths and queries; those that an endpoint does not accept are left out. */
const ids = [
  ...everywhere.flatMap(idsOf),
  'sync',
  'shared',
  'shared-too',
  'of-nothing',
  'nothing',
  'import',
]
const queries: Record<string, string[]> = {
  listReports: ['', 'limit=2', 'sort=name', 'q=central', 'current=true&q=old', 'stale=true'].concat(
    'circuit=NY-1',
    `jobs=${['NY-1', 'NY-2'].map((circuit) => `job-${circuit}-new`).join()}`,
  ),
  listJobs: ['', 'limit=3'],
  listImports: ['', 'kind=review', 'completed=true', 'q=ada', 'q=nobody'],
  listImportChanges: [
    '',
    'kind=new',
    'circuit=NY-1',
    'circuit=NY-2',
    'q=ny-1',
    'limit=2&sort=-name',
  ],
  listImportRejects: ['', 'circuit=NY-1', 'q=slot', 'limit=1', 'sort=-congregation'],
  listVolunteers: ['', 'facets=true', 'q=lee&facets=true&limit=3', 'circuit=NY-1', 'sort=-circuit'],
}

function idsOf(circuit: string) {
  const reports = ['new', 'old', 'central'].map((kind) => `${circuit}-${kind}`)
  const person = encodeURIComponent(`${circuit}/Central/0`)
  return [...reports, ...reports.map((id) => `job-${id}`), `queued-${circuit}`, person]
}

/** Returns the paths of an endpoint, with every id and name that it accepts. */
function pathsOf({ path }: NamedEndpoint): string[] {
  const values = path.includes(':name') ? [...everywhere, 'NY-9'] : ids
  return path.includes(':') ? values.map((value) => path.replace(/:\w+/, value)) : [path]
}

/**
 * Endpoints for unlimited users refuse limited ones (`all-endpoints-routes.both-databases.test.ts`). Two sign-ins
 * have different ids and times in the list of sessions, and a workbook has the lines of the CSV file, packed.
 */
const others = new Set(['listSessions', 'exportVolunteersXlsx', 'exportRejectsXlsx'])
const readable = allEndpoints.filter(
  ({ name, method, access }) => method === 'GET' && access === 'user' && !others.has(name),
)

async function ask(caller: Awaited<ReturnType<TestApp['as']>>) {
  const answers: Record<string, string> = {}
  for (const endpoint of readable) {
    for (const path of pathsOf(endpoint)) {
      for (const query of queries[endpoint.name] ?? ['']) {
        const url = query ? `${path}?${query}` : path
        const { statusCode, body } = await caller.inject({ method: 'GET', url })
        answers[url] = `${statusCode} ${inShort(body)}`
        // What is not there is so with any query.
        if (statusCode === 404) break
      }
    }
  }
  return answers
}

/**
 * Removes what differs between two databases: the blanks that PostgreSQL writes, and the cursor at which a page ends.
 * The last lines of a CSV file are removed, too: who made it when, and their limit.
 */
function inShort(body: string): string {
  if (!body.startsWith('{')) return body.replace(/\r\nFilters,.*$/s, '')
  return JSON.stringify(JSON.parse(body)).replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":1')
}

it('a limited user gets from every endpoint what a database with only their circuits answers', async () => {
  const { limited } = await wholeDatabase()
  const seen = await ask(limited)
  const only = await startTestApp()
  await fillCircuits(only, own)
  await addSchedule(only.db, own)
  const expected = await ask(await only.as('user'))
  expect(seen).toEqual(expected)
  expect(seen['/api/lookup-options']).toContain('"Central (NY-2)"')
  expect(JSON.stringify(seen)).not.toMatch(/Park of NY-[13]\b|Slot of NY-[13]\b/)
})

it('a user limited to one circuit gets the names of congregations as that circuit has them', async () => {
  const { app } = await wholeDatabase()
  const user = await activeUser(app.db, { username: 'one', circuits: '["NY-1"]' })
  const limited = await app.as(user)
  const seen = await ask(limited)
  const payload = { congregations: ['Central'] }
  const url = '/api/workflows/congregation-report'
  const { jobId } = (await limited.inject({ method: 'POST', url, payload })).json()
  const stored = await app.db
    .selectFrom('jobs')
    .select('targets')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
  expect(stored.targets).toBe('["Central (NY-1)"]')
  const shown = (await limited.inject({ method: 'GET', url: `/api/jobs/${jobId}` })).json()
  expect(shown.job).toMatchObject({ target: 'Central', targets: ['Central'] })
  // Runs last: where the tests of a file share a database, this one empties it.
  const only = await startTestApp()
  await fillCircuits(only, ['NY-1'])
  await addSchedule(only.db, ['NY-1'])
  expect(seen).toEqual(await ask(await only.as('user')))
})

it('cached versions do not pass from one scope to another', async () => {
  const { app, limited } = await wholeDatabase()
  const other = await app.as('user')
  for (const url of ['/api/reports', '/api/jobs', '/api/coverage', '/api/schedules']) {
    const whole = await other.inject({ method: 'GET', url })
    const part = await limited.inject({ method: 'GET', url })
    expect(part.body).not.toBe(whole.body)
    const headers = { 'if-none-match': String(whole.headers.etag) }
    expect((await limited.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
    const again = { 'if-none-match': String(part.headers.etag) }
    expect((await limited.inject({ method: 'GET', url, headers: again })).statusCode).toBe(304)
  }
})

it('a change of the limit takes effect with the next call, whatever the token says', async () => {
  const { app, limited } = await wholeDatabase()
  const admin = await app.as('admin')
  const change = (circuits: string[] | null) =>
    admin.inject({ method: 'PUT', url: `/api/users/${limited.user.id}`, payload: { circuits } })
  const circuits = async () =>
    (await limited.inject({ method: 'GET', url: '/api/lookup-options' })).json().circuits
  expect(await circuits()).toEqual(own)
  await change(['NY-3'])
  expect(await circuits()).toEqual(['NY-3'])
  await change(null)
  expect(await circuits()).toEqual(everywhere)
})

it('a limit outlives an import that creates the circuit again, and is never widened', async () => {
  const { app, limited } = await wholeDatabase()
  const circuits = async () =>
    (await limited.inject({ method: 'GET', url: '/api/lookup-options' })).json().circuits
  await app.db.deleteFrom('availability_schedules').execute()
  await app.db.deleteFrom('volunteers').execute()
  await app.db.deleteFrom('congregations').execute()
  await app.db.deleteFrom('circuits').where('name', 'in', own).execute()
  expect(await circuits()).toEqual([])
  await app.db.insertInto('circuits').values({ id: 'another id', name: 'NY-2' }).execute()
  expect(await circuits()).toEqual(['NY-2'])
})

const idsIn = async (app: TestApp, table: 'jobs' | 'reports') =>
  (await app.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

it('a limited user deletes and downloads only reports of their own circuits', async () => {
  const { app, limited } = await wholeDatabase()
  const before = await idsIn(app, 'reports')
  const others = before.filter((id) => !own.some((circuit) => id.startsWith(`${circuit}-`)))
  const one = await limited.inject({ method: 'DELETE', url: '/api/reports/NY-1-new' })
  expect(one.statusCode).toBe(404)
  const payload = { ids: ['NY-1-new', 'NY-2-old'] }
  const archive = { method: 'POST', url: '/api/reports/bulk-download', payload } as const
  expect((await limited.inject(archive)).statusCode).toBe(404)
  const several = await limited.inject({ method: 'DELETE', url: '/api/reports', payload })
  expect(several.json().deleted).toBe(1)
  const all = await limited.inject({ method: 'DELETE', url: '/api/reports/clear-all' })
  expect(all.json().deleted).toBe(5)
  expect(await idsIn(app, 'reports')).toEqual(others)
})

it('a limited user generates reports for their own circuits, and others are unknown', async () => {
  const { limited } = await wholeDatabase()
  const generate = (kind: string, payload: object) =>
    limited.inject({ method: 'POST', url: `/api/workflows/${kind}-report`, payload })
  const refused = await generate('circuit', { circuits: ['NY-2', 'NY-1'] })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toContain('Unknown circuit: "NY-1".')
  const named = await generate('congregation', { congregations: ['Park of NY-1'] })
  expect(named.json().message).toContain('Unknown congregation: "Park of NY-1".')
  expect((await generate('circuit', { circuits: own })).statusCode).toBe(202)
})

it('a limited user changes only jobs whose reports are all of their own circuits, and no sync', async () => {
  const { app, limited } = await wholeDatabase()
  const post = (url: string) => limited.inject({ method: 'POST', url: `/api/jobs/${url}` })
  expect((await post('queued-NY-1/cancel')).statusCode).toBe(404)
  expect((await post('shared/cancel')).statusCode).toBe(404)
  expect((await post('sync/cancel')).statusCode).toBe(409)
  expect((await post('sync/retry')).statusCode).toBe(409)
  expect((await limited.inject({ method: 'DELETE', url: '/api/jobs/sync' })).statusCode).toBe(409)
  expect((await post('cancel-all')).json().cancelled).toBe(2)
  expect((await post('clear-completed')).json().cleared).toBe(6)
  const status = async (id: string): Promise<JobRow['status'] | undefined> =>
    (await app.db.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst())
      ?.status
  expect(await status('queued-NY-1')).toBe('queued')
  expect(await status('shared')).toBe('queued')
  expect(await status('queued-NY-2')).toBe('failed')
  expect(await status('job-NY-1-new')).toBe('completed')
  expect(await status('sync')).toBe('completed')
  const retried = await post('queued-NY-2/retry')
  expect(retried.statusCode).toBe(202)
  expect((await post('sync')).json()).toEqual({
    success: true,
    updated: 0,
    message: expect.anything(),
  })
})

it('a limited user sees how a sync ended, but no text, number or address of it', async () => {
  const { app, limited } = await wholeDatabase()
  const secret = 'Of NY-1, 120 volunteers'
  await app.db
    .updateTable('jobs')
    .set({ status: 'failed', error: secret, errorDetails: secret, logs: secret, step: secret })
    .set({ githubRunId: '17', githubRunUrl: 'https://git.example.org/17' })
    .where('id', '=', 'sync')
    .execute()
  const totals = { rows: 1, new: 120 }
  const end = { type: 'import', jobId: 'sync', status: 'failed', error: secret, imported: null }
  const record = {
    ...end,
    errorDetails: secret,
    exported: 120,
    startedBy: null,
    dependsOn: null,
    importId: null,
  }
  const rows = [
    { eventType: 'import-end', metadata: { ...record, failureKind: 'guard', cancelledBy: null } },
    { eventType: 'export-error', metadata: { error: secret, details: secret, totals } },
  ]
  const at = '2026-11-20T12:30:00.000Z'
  for (const { eventType, metadata } of rows) {
    const row = { id: eventType, eventType, eventSource: null, metadata: JSON.stringify(metadata) }
    const times = { lastTimestamp: at, createdAt: at, updatedAt: at }
    await app.db
      .insertInto('automation_status')
      .values({ ...row, ...times })
      .execute()
  }
  for (const url of ['/api/jobs', '/api/jobs/sync', '/api/automation-status']) {
    const { statusCode, body } = await limited.inject({ method: 'GET', url })
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/120|git\.example/)
  }
  const { job } = (await limited.inject({ method: 'GET', url: '/api/jobs/sync' })).json()
  expect(job).toMatchObject({ type: 'import', status: 'failed', githubRunUrl: null, logs: '' })
  const status = (await limited.inject({ method: 'GET', url: '/api/automation-status' })).json()
  expect(status).toMatchObject({
    exportError: 'Users with all circuits see the reason on the Monitor page.',
  })
  expect(status.lastSync).toMatchObject([{ failureKind: 'guard', exported: null, imported: null }])
})

it('a limited user is notified of reports of their own circuits and of their own account, but not of the number of skipped rows', async () => {
  const { app, limited } = await wholeDatabase()
  const totals = {
    facts: { kind: 'rows-skipped', skipped: 3, rows: 40, importId: null },
    cause: 'skipped',
  } as const
  const failed = { facts: { kind: 'import-guard', importId: null }, cause: 'job:sync' } as const
  const ofAccount = {
    facts: { kind: 'codes-refused', wrongCodes: 10 },
    cause: 'codes-refused',
    audienceId: limited.user.id,
  } as const
  for (const notice of [totals, failed, ofAccount]) {
    await app.db.transaction().execute((tx) => insertNotice(tx, notice))
  }
  const later = new Date(Date.now() + 60_000).toISOString()
  await app.db.updateTable('notices').set({ createdAt: later }).execute()
  const { notices, unread } = (await limited.inject({ method: 'GET', url: '/api/notices' })).json()
  const titles = (kind: string) =>
    notices.filter((notice: { kind: string }) => notice.kind === kind).length
  expect([titles('reports-ready'), titles('import-guard'), titles('rows-skipped')]).toEqual([
    6, 1, 0,
  ])
  expect(titles('codes-refused')).toBe(1)
  expect(unread).toBe(8)
  expect(JSON.stringify(notices)).not.toMatch(/NY-[13]\b/)
})
