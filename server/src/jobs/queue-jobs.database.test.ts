import { randomUUID } from 'node:crypto'
import type { Db } from '@dashboard/store/database/open-database'
import type { NewJob } from '@dashboard/store/jobs/insert-jobs'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { idleEngine } from '../../test/engine.ts'
import { activeUser } from '../../test/users.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { startJobs } from './queue-jobs.ts'

/** Returns a server whose engine only records which jobs it was to start, and Ann Lee, who starts some. */
async function setUp() {
  const started: string[] = []
  const engine = { ...idleEngine, start: (id: string) => void started.push(id) }
  const app = await startTestApp({ createEngines: () => ({ engine, importEngine: engine }) })
  const { db } = app
  const ann = await activeUser(db, { firstName: 'Ann', lastName: 'Lee' })
  const user = await app.as(ann)
  const post = async (path: string, payload: object = {}) => {
    const answer = await user.inject({ method: 'POST', url: `/api/workflows/${path}`, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  const startJob = async (job: Omit<NewJob, 'id' | 'createdBy'>) => {
    const id = randomUUID()
    await startJobs({ db, engine, audit: auditAsServer }, ann, [{ id, ...job }])
    return id
  }
  return { db, ann, started, post, startJob }
}

async function addPlaces(db: Db, names: string[]) {
  const at = '2026-11-20T10:00:00.000Z'
  for (const name of names) {
    const circuit = { id: name, name, congregations: 1, lastUpdated: at }
    await db.insertInto('circuits').values(circuit).execute()
    const congregation = { id: `g-${name}`, name: `Park ${name}`, circuitId: name, createdAt: at }
    await db.insertInto('congregations').values(congregation).execute()
  }
}

describe('starting', () => {
  it.each(['export', 'import'] as const)('an %s hands it to the engine', async (type) => {
    const { db, ann, started, startJob } = await setUp()
    const id = await startJob({ type })
    expect(started).toEqual([id])
    const row = { type, status: 'queued', createdBy: 'Ann Lee', createdById: ann.id, targets: '[]' }
    expect(await readJob(db, id)).toMatchObject({ ...row, dependsOn: null })
  })

  it('an export with an import starts the export alone', async () => {
    const { db, started, post } = await setUp()
    const { jobId, importJobId } = await post('export-and-import')
    expect(started).toEqual([jobId])
    expect(await readJob(db, jobId)).toMatchObject({ type: 'export', dependsOn: null })
    expect(await readJob(db, importJobId)).toMatchObject({ type: 'import', dependsOn: jobId })
  })

  it('reports stores their targets in the order they were chosen in', async () => {
    const { db, started, post } = await setUp()
    await addPlaces(db, ['NY-1', 'NY-2'])
    const ofCircuits = await post('circuit-report', { circuits: ['NY-2', 'NY-1'] })
    const ofCongregation = await post('congregation-report', { congregations: ['Park NY-2'] })
    expect(started).toEqual([ofCircuits.jobId, ofCongregation.jobId])
    expect(await readJob(db, ofCircuits.jobId)).toMatchObject({
      type: 'circuit-report',
      targets: '["NY-2","NY-1"]',
      target: 'NY-2, NY-1',
    })
    expect(await readJob(db, ofCongregation.jobId)).toMatchObject({
      type: 'congregation-report',
      targets: '["Park NY-2"]',
    })
  })
})

describe('what is started is entered in the audit log', () => {
  const audited = async (db: Db) => {
    const rows = await db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()
    return rows.map(({ action, subject, details }) => [action, subject, JSON.parse(details)])
  }

  it('an export and its import, each separately', async () => {
    const { db, post } = await setUp()
    const { jobId, importJobId } = await post('export-and-import')
    expect(await audited(db)).toEqual([
      ['job.start', `job:${jobId}`, { type: 'export' }],
      ['job.start', `job:${importJobId}`, { type: 'import' }],
    ])
  })

  it('reports with their number and the first twenty names', async () => {
    const { db, post } = await setUp()
    const names = Array.from({ length: 21 }, (_, index) => `NY-${index}`)
    await addPlaces(db, names)
    const { jobId: id } = await post('circuit-report', { circuits: names })
    expect(await audited(db)).toEqual([
      [
        'job.start',
        `job:${id}`,
        { type: 'circuit-report', targets: 21, names: names.slice(0, 20) },
      ],
    ])
  })

  it('without an entry for a start that was refused', async () => {
    const { db, startJob } = await setUp()
    await queuedJob(db, { type: 'export' })
    await expect(startJob({ type: 'export' })).rejects.toThrow('already queued')
    expect(await audited(db)).toEqual([])
  })
})

describe('refusals', () => {
  const wait = 'Wait until it ends, or cancel it on the Monitor page.'

  it('name what is active and who started it', async () => {
    const { db, started, startJob } = await setUp()
    await queuedJob(db, { type: 'circuit-report' })
    await startJob({ type: 'import' })
    await expect(startJob({ type: 'import' })).rejects.toMatchObject({
      status: 409,
      message: `An import is already queued or running, started by Ann Lee. ${wait}`,
    })
    expect(started).toHaveLength(1)
  })

  it('name who started the first one, or nobody where that is not known', async () => {
    const { db, post, startJob } = await setUp()
    await queuedJob(db, { type: 'export' })
    await startJob({ type: 'import' })
    expect(await post('export-and-import')).toEqual({
      status: 409,
      message: `An export is already queued or running. ${wait}`,
    })
  })

  it('name a second retry, even where the first has ended by then', async () => {
    const { db, startJob } = await setUp()
    const failed = await queuedJob(db, { type: 'circuit-report' })
    const retry = { type: 'circuit-report', targets: ['NY-1'], retryOf: failed.id } as const
    await startJob(retry)
    await expect(startJob(retry)).rejects.toMatchObject({
      status: 409,
      message: 'The job was being retried already.',
    })
  })

  it.each([
    [['NY-2', 'NY-1'], 'Unknown circuit: "NY-2".'],
    [['NY-2', 'NY-3'], 'Unknown circuits: "NY-2", "NY-3".'],
    [['2', '3', '4', '5', '6'], 'Unknown circuits: "2", "3", "4", "5", "6".'],
    [['2', '3', '4', '5', '6', '7', '8'], 'Unknown circuits: "2", "3", "4", "5", "6", 2 more.'],
  ])('name the unknown ones among the circuits %j', async (circuits, message) => {
    const { db, started, post } = await setUp()
    await addPlaces(db, ['NY-1'])
    expect(await post('circuit-report', { circuits })).toMatchObject({
      status: 400,
      message: `${message} Reload the page to choose from the current list.`,
    })
    const unknown = await post('congregation-report', { congregations: ['Park NY-1', 'Hill'] })
    expect(unknown.message).toContain('Unknown congregation: "Hill".')
    expect(started).toEqual([])
    expect(await db.selectFrom('jobs').select('id').execute()).toEqual([])
  })
})
