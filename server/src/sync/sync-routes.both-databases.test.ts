import { writeFile } from 'node:fs/promises'
import { recordExport } from '@dashboard/store/automation-status'
import { cancelJob, completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob, readJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { smallSheet as sheet, signedInWithSheet as signedIn } from '../../test/sheet-user.ts'

describe('POST /api/workflows/locust-export', () => {
  it('queues one export at a time, also for concurrent requests', async () => {
    const { db, post, user } = await signedIn()
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/workflows/locust-export', {})))
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, 409, 409])
    const started = answers.find((answer) => answer.status === 202)
    expect(await readJob(db, started?.body.jobId)).toMatchObject({
      type: 'export',
      status: 'queued',
      createdBy: `${user.firstName} ${user.lastName}`,
    })
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body.message).toContain('An export is already queued or running')
  })
})

describe('POST /api/workflows/export-and-import', () => {
  it('queues an import that depends on the export', async () => {
    const { db, post } = await signedIn()
    const { status, body } = await post('/api/workflows/export-and-import')
    expect(status).toBe(202)
    expect(await readJob(db, body.importJobId)).toMatchObject({
      type: 'import',
      dependsOn: body.jobId,
    })
  })

  it('queues neither while an import is active', async () => {
    const { db, post } = await signedIn()
    await queuedJob(db, { type: 'import' })
    const { status, body } = await post('/api/workflows/export-and-import')
    expect(status).toBe(409)
    expect(body.message).toContain('An import is already queued or running')
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
  })
})

describe('POST /api/import/sheets', () => {
  it('answers the counts when the import has finished', async () => {
    const { db, post, get } = await signedIn(sheet)
    const { status, body } = await post('/api/import/sheets')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, rowCount: 3, circuitsCount: 2 })
    expect((await readJob(db, body.jobId)).status).toBe('completed')
    expect((await get('/api/automation-status')).lastImport.timestamp).toMatch(/^\d{4}-.*Z$/)
  })

  it.each([
    ['a missing sheet', undefined, 'There is no sheet to read yet'],
    ['a sheet without a header row', 'one,two\nthree,four', 'header'],
    ['a missing column', 'First Name,Last Name,Circuit\nAnn,Lee,NY-1', 'Congregation'],
    ['a column twice', `${sheet.replace('Circuit', 'Circuit,CIRCUIT')}`, 'CIRCUIT'],
  ])('answers 422 for %s and changes nothing', async (_, text, words) => {
    const { db, post } = await signedIn(text)
    const { status, body } = await post('/api/import/sheets')
    expect(status).toBe(422)
    expect(body.message).toContain(words)
    expect(await db.selectFrom('volunteers').select('id').execute()).toEqual([])
    const events = await db.selectFrom('automation_status').select('eventType').execute()
    expect(events).toEqual([{ eventType: 'import-end' }])
  })

  it('answers 422 for a sheet that would remove too many volunteers', async () => {
    const people = Array.from({ length: 20 }, (_, index) => `Ann,Lee ${index},NY-2,Central`)
    const header = 'First Name,Last Name,Circuit,Congregation'
    const { db, post, path } = await signedIn([header, ...people].join('\n'))
    expect((await post('/api/import/sheets')).status).toBe(200)
    await writeFile(path, [header, ...people.slice(0, 9)].join('\n'))
    const { status, body } = await post('/api/import/sheets')
    expect(status).toBe(422)
    expect(body.message).toContain('would remove 11 of 20 volunteers')
    const failed = db.selectFrom('jobs').select('failureKind').where('status', '=', 'failed')
    expect(await failed.execute()).toEqual([{ failureKind: 'guard' }])
  })

  it('answers 409 while an import is active', async () => {
    const { db, post } = await signedIn(sheet)
    await queuedJob(db, { type: 'import' })
    expect((await post('/api/import/sheets')).status).toBe(409)
  })
})

it('each start says what it has queued', async () => {
  const { post } = await signedIn(sheet)
  const said = async (url: string, payload?: object) => (await post(url, payload)).body.message
  expect(await said('/api/import/sheets')).toBe('Imported 3 rows and synchronized 2 circuits.')
  expect(await said('/api/workflows/export-and-import')).toBe(
    'The export is queued; the import follows when it completes.',
  )
  expect(await said('/api/workflows/circuit-report', { circuits: ['NY-2', 'NY-10'] })).toBe(
    'Started generating 2 circuit reports.',
  )
  expect(await said('/api/workflows/congregation-report', { congregations: ['East'] })).toBe(
    'Started generating 1 congregation report.',
  )
  const other = await signedIn()
  expect((await other.post('/api/workflows/locust-export')).body.message).toBe(
    'The export is queued.',
  )
})

describe('GET /api/automation-status', () => {
  it('returns the last export, and why a later one failed, with details for administrators', async () => {
    const { db, get, as } = await signedIn()
    const admin = await as('admin')
    await recordExport(db, { source: 'Locust', rows: 3, isSampleData: false })
    const exports = () => runningJob(db, { type: 'export' })
    const why = { error: 'It is down.', details: 'ECONNREFUSED', kind: 'outside-system' } as const
    await failJob(db, (await exports()).id, 'runner', why)
    await cancelJob(db, (await exports()).id, 'Ann Lee')
    const failed = await get('/api/automation-status')
    expect(failed.lastAutomatedExport.timestamp).toMatch(/Z$/)
    expect([failed.exportError, failed.exportErrorDetails]).toEqual(['It is down.', null])
    const { exportErrorDetails } = (await admin.inject({ url: '/api/automation-status' })).json()
    expect(exportErrorDetails).toBe('ECONNREFUSED')
    await completeJob(db, (await exports()).id, 'runner', null)
    expect((await get('/api/automation-status')).exportError).toBeNull()
  })
})

describe('the limit of active jobs', () => {
  it('lets a user queue 20, however many are requested at once', async () => {
    const { db, post, as } = await signedIn(sheet)
    await post('/api/import/sheets')
    const report = { circuits: ['NY-2'] }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => post('/api/workflows/circuit-report', report)),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.body.message).toMatch(/^You have 20 jobs queued or running, .* cancel one/)
    const other = await as('user')
    const started = await other.inject({
      method: 'POST',
      url: '/api/workflows/circuit-report',
      payload: report,
    })
    expect(started.statusCode).toBe(202)
    const ended = answers.find(({ status }) => status === 202)?.body.jobId
    await db.updateTable('jobs').set({ status: 'completed' }).where('id', '=', ended).execute()
    expect((await post('/api/workflows/circuit-report', report)).status).toBe(202)
    expect((await post('/api/workflows/export-and-import')).status).toBe(409)
    expect(await db.selectFrom('jobs').select('id').where('type', '=', 'export').execute()).toEqual(
      [],
    )
  })

  it('is 200 for everybody together', async () => {
    const { db, post } = await signedIn()
    for (let count = 0; count < 200; count += 1) {
      await queuedJob(db, { type: 'circuit-report', createdBy: { id: `u${count}`, fullName: 'U' } })
    }
    const { status, body } = await post('/api/workflows/locust-export')
    expect([status, body.message]).toEqual([
      409,
      'There are 200 jobs queued or running, the maximum at a time. Wait until some end, or cancel some on the Monitor page.',
    ])
  })
})
