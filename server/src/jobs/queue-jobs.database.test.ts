import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { activeUser } from '../../test/users.ts'
import type { JobEngine } from '../engines/job-engine.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { startCircuitReport, startCongregationReport } from '../reports/start-reports-routes.ts'
import { startExportAndImport } from '../sync/sync-routes.ts'
import { startJob, startJobs } from './queue-jobs.ts'

const ann = {
  id: 'u1',
  firstName: 'Ann',
  lastName: 'Lee',
  username: 'one',
  hasNamesake: 0 as const,
  role: 'user' as const,
  circuits: null,
}

/** Returns a database, and an engine that only records which jobs it was to start. */
async function setUp() {
  const db = await freshDatabase()
  await activeUser(db, { id: ann.id })
  const started: string[] = []
  const engine = { start: (id: string) => void started.push(id) } as JobEngine
  const visible = within(db, everyCircuit)
  return { db, started, dependencies: { db, visible, engine, audit: auditAsServer } }
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
    const { db, started, dependencies } = await setUp()
    const id = await startJob(dependencies, ann, { type })
    expect(started).toEqual([id])
    const row = { type, status: 'queued', createdBy: 'Ann Lee', createdById: 'u1', targets: '[]' }
    expect(await readJob(db, id)).toMatchObject({ ...row, dependsOn: null })
  })

  it('an export with an import starts the export alone', async () => {
    const { db, started, dependencies } = await setUp()
    const { jobId, importJobId } = await startExportAndImport(dependencies, ann)
    expect(started).toEqual([jobId])
    expect(await readJob(db, jobId)).toMatchObject({ type: 'export', dependsOn: null })
    expect(await readJob(db, importJobId)).toMatchObject({ type: 'import', dependsOn: jobId })
  })

  it('reports stores their targets in the order they were chosen in', async () => {
    const { db, started, dependencies } = await setUp()
    await addPlaces(db, ['NY-1', 'NY-2'])
    const circuits = await startCircuitReport(dependencies, ann, ['NY-2', 'NY-1'])
    const congregations = await startCongregationReport(dependencies, ann, ['Park NY-2'])
    expect(started).toEqual([circuits, congregations])
    expect(await readJob(db, circuits)).toMatchObject({
      type: 'circuit-report',
      targets: '["NY-2","NY-1"]',
      target: 'NY-2, NY-1',
    })
    expect(await readJob(db, congregations)).toMatchObject({
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

  it('an export and its import, each by itself', async () => {
    const { db, dependencies } = await setUp()
    const { jobId, importJobId } = await startExportAndImport(dependencies, ann)
    expect(await audited(db)).toEqual([
      ['job.start', `job:${jobId}`, { type: 'export' }],
      ['job.start', `job:${importJobId}`, { type: 'import' }],
    ])
  })

  it('reports with their number and the first twenty names', async () => {
    const { db, dependencies } = await setUp()
    const names = Array.from({ length: 21 }, (_, index) => `NY-${index}`)
    await addPlaces(db, names)
    const id = await startCircuitReport(dependencies, ann, names)
    expect(await audited(db)).toEqual([
      [
        'job.start',
        `job:${id}`,
        { type: 'circuit-report', targets: 21, names: names.slice(0, 20) },
      ],
    ])
  })

  it('without an entry for a start that was refused', async () => {
    const { db, dependencies } = await setUp()
    await queuedJob(db, { type: 'export' })
    await expect(startJob(dependencies, ann, { type: 'export' })).rejects.toThrow('already queued')
    expect(await audited(db)).toEqual([])
  })
})

describe('refusals', () => {
  const wait = 'Wait until it ends, or cancel it on the Monitor page.'

  it('name what is active and who started it', async () => {
    const { db, started, dependencies } = await setUp()
    await queuedJob(db, { type: 'circuit-report' })
    await startJob(dependencies, ann, { type: 'import' })
    await expect(startJob(dependencies, ann, { type: 'import' })).rejects.toMatchObject({
      status: 409,
      message: `An import is already queued or running, started by Ann Lee. ${wait}`,
    })
    expect(started).toHaveLength(1)
  })

  it('name the one that was started first, and nobody where it is not known who', async () => {
    const { db, dependencies } = await setUp()
    await queuedJob(db, { type: 'export' })
    await startJob(dependencies, ann, { type: 'import' })
    await expect(startExportAndImport(dependencies, ann)).rejects.toMatchObject({
      status: 409,
      message: `An export is already queued or running. ${wait}`,
    })
  })

  it('name a second retry, even where the first has ended before that is read', async () => {
    const { db, dependencies } = await setUp()
    const failed = await queuedJob(db, { type: 'circuit-report' })
    const retry = (id: string) => {
      const job = { id, type: 'circuit-report', targets: ['NY-1'], retryOf: failed.id } as const
      return startJobs(dependencies, ann, [job])
    }
    await retry('first')
    await expect(retry('second')).rejects.toMatchObject({
      status: 409,
      message: 'The job was being retried already.',
    })
  })

  it.each([
    [['NY-2', 'NY-1'], 'Unknown circuit: "NY-2".'],
    [['NY-2', 'NY-3'], 'Unknown circuits: "NY-2", "NY-3".'],
    [['2', '3', '4', '5', '6'], 'Unknown circuits: "2", "3", "4", "5", "6".'],
    [['2', '3', '4', '5', '6', '7', '8'], 'Unknown circuits: "2", "3", "4", "5", "6", 2 more.'],
  ])('name the circuits %j as far as they are unknown', async (circuits, message) => {
    const { db, started, dependencies } = await setUp()
    await addPlaces(db, ['NY-1'])
    await expect(startCircuitReport(dependencies, ann, circuits)).rejects.toMatchObject({
      status: 400,
      message: `${message} Reload the page to choose from the current list.`,
    })
    const unknown = startCongregationReport(dependencies, ann, ['Park NY-1', 'Hill'])
    await expect(unknown).rejects.toThrow('Unknown congregation: "Hill".')
    expect(started).toEqual([])
    expect(await db.selectFrom('jobs').select('id').execute()).toEqual([])
  })
})
