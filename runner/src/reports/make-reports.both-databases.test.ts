import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import { recordImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import { type FileStore, StorageError } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { releaseJob } from '@dashboard/store/jobs/retry-job'
import { insertReport } from '@dashboard/store/reports/stored-reports'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, it } from 'vitest'
import { startJob } from '../../test/job.ts'
import { addCircuit, addDetails, addVolunteer } from '../../test/seeded-volunteers.ts'
import { runJob } from '../run-job.ts'
import { makeReports } from './make-reports.ts'

const importedAt = '2026-11-20T15:00:00.000Z'

it('makes one PDF per circuit, stored under its row', async () => {
  const setup = await freshSetup()
  const { result, job } = await runReportJob(setup, 'circuit-report', ['NY-1', 'NJ 07, North'])
  expect([result, job.status, job.progress]).toEqual(['completed', 'completed', 100])
  expect(job.reportsMade).toBe(2)
  expect(job.logs).toMatch(/^Made report 1 of 2: NY-1 \(1 volunteer, \d+ KB, .* s\)\.$/m)

  const reports = await setup.db.selectFrom('reports').selectAll().orderBy('circuitId').execute()
  expect(reports.map(({ circuitId, congregation }) => [circuitId, congregation])).toEqual([
    ['NJ 07, North', null],
    ['NY-1', null],
  ])
  expect(reports[0]?.filename).toMatch(/^Circuit NJ 07, North \d{4}-\d\d-\d\d\.pdf$/)
  for (const report of reports) {
    const pdf = await readFile(setup.files, report.storageKey)
    expect(Buffer.from(pdf ?? []).toString('latin1', 0, 5)).toBe('%PDF-')
    expect(report.pages).toBeGreaterThan(0)
    expect(report).toMatchObject({
      size: pdf?.length,
      volunteers: report.circuitId === 'NY-1' ? 1 : 0,
      dataAsOf: importedAt,
      generatedBy: 'Jane Doe',
      jobId: job.id,
    })
  }
})

it('makes separate reports for congregations of the same name', async () => {
  const setup = await freshSetup()
  const targets = ['Central (NY-1)', 'Central (NJ 07, North)', 'East']
  const { result } = await runReportJob(setup, 'congregation-report', targets)
  expect(result).toBe('completed')
  const reports = await setup.db.selectFrom('reports').selectAll().execute()
  const made = Object.fromEntries(
    reports.map(({ target, circuitId, congregation }) => [target, `${congregation}, ${circuitId}`]),
  )
  expect(made).toEqual({
    'Central (NY-1)': 'Central, NY-1',
    'Central (NJ 07, North)': 'Central, NJ 07, North',
    East: 'East, NY-1',
  })
})

it('makes the other reports when one fails, and names the failed one in its error', async () => {
  const setup = await freshSetup()
  const { result, job } = await runReportJob(setup, 'circuit-report', [
    'NY-1',
    'Gone',
    'NJ 07, North',
  ])
  expect([result, job.status]).toEqual(['failed', 'failed'])
  expect(job.error).toBe(
    '1 of 3 reports failed: Gone: It is no longer in the data under this name.',
  )
  expect(job.reportsMade).toBe(2)
  const reports = await setup.db.selectFrom('reports').select('target').execute()
  expect(reports.map(({ target }) => target).sort()).toEqual(['NJ 07, North', 'NY-1'])
})

/** Inserts the report of a target that an earlier try of the job has made. */
async function insertEarlier(db: Db, jobId: string, target: string, owner: string) {
  const report = {
    id: target === 'NY-1' ? 'earlier' : target,
    circuitId: target,
    congregation: null,
    filename: 'a.pdf',
    size: 1,
    generatedAt: importedAt,
    dataAsOf: null,
    generatedBy: null,
    contentDigest: 'as it was',
    frameDigest: 'as it was',
    storageKey: `reports/${target}.pdf`,
    target,
    jobId,
  }
  expect(await insertReport(db, report, owner)).toBe(true)
}

it('counts in its progress what an earlier try has made', async () => {
  const { db, files } = await freshSetup()
  const targets = ['NY-1', 'NY-2', 'NY-3', 'NY-4']
  for (const name of targets.slice(1)) await addCircuit(db, name, [])
  const job = { type: 'circuit-report', targets } as const
  const { context, steps } = await startJob(db, job, readSettings({}))
  for (const made of ['NY-1', 'NY-3']) await insertEarlier(db, context.job.id, made, 'runner')
  await makeReports({ ...context, files })
  expect(steps).toEqual([
    [50, 'Making report 3 of 4: NY-2'],
    [75, 'Making report 4 of 4: NY-4'],
    [100, 'Made all 4 reports'],
  ])
})

it('skips reports that an earlier try has made', async () => {
  const setup = await freshSetup()
  const id = await queueJob(setup.db, 'circuit-report', ['NY-1', 'NJ 07, North'])
  await claimJob(setup.db, id, 'killed runner')
  await insertEarlier(setup.db, id, 'NY-1', 'killed runner')
  const killed = { id, attempts: 1, leaseOwner: 'killed runner' }
  expect(await releaseJob(setup.db, killed)).toBe(true)

  const { job } = await runQueued(setup, id)
  expect(job.logs).toContain('1 of 2 reports were made on an earlier try.')
  expect(job.reportsMade).toBe(2)
  const reports = await setup.db.selectFrom('reports').select(['id', 'target']).execute()
  expect(reports).toHaveLength(2)
  expect(reports).toContainEqual({ id: 'earlier', target: 'NY-1' })
})

it.each([
  ['circuit-report', 'NY-1'],
  ['congregation-report', 'East'],
] as const)('reads a %s again when an import happens in the middle', async (type, target) => {
  const setup = await freshSetup()
  const circuit = await setup.db.selectFrom('circuits').select('id').where('name', '=', 'NY-1')
  const { id: circuitId } = await circuit.executeTakeFirstOrThrow()
  const at = '2026-11-20T16:00:00.000Z'
  let imports = 0
  const db = afterFirstRead(setup.db, 'volunteers', async () => {
    imports += 1
    await addVolunteer(setup.db, { circuitId, congregationId: 'NY-1/East' })
    await recordImport(setup.db, { source: 'sheet', metadata: {}, at })
  })
  const before = type === 'circuit-report' ? 1 : 0
  const { job } = await runReportJob({ ...setup, db }, type, [target])
  expect(imports).toBe(1)
  const count = before + 1
  expect(job.logs).toContain(`${target} (${count} ${count === 1 ? 'volunteer' : 'volunteers'},`)
  const reports = await setup.db.selectFrom('reports').select('dataAsOf').execute()
  expect(reports.map(({ dataAsOf }) => dataAsOf)).toEqual([at])
})

it('leaves neither row nor file of a report that was being made when the job was cancelled', async () => {
  const setup = await freshSetup()
  const id = await queueJob(setup.db, 'circuit-report', ['NY-1', 'NJ 07, North'])
  const files = cancellingFiles(setup, id)
  const { result, job } = await runQueued({ ...setup, files }, id)
  expect([result, job.error]).toEqual(['lost', 'Cancelled by Jane Doe'])
  expect(job.reportsMade).toBe(0)
  expect(await setup.db.selectFrom('reports').selectAll().execute()).toEqual([])
  expect(await setup.files.list('reports')).toEqual([])
})

it('stops when nothing can be stored', async () => {
  const setup = await freshSetup()
  let writes = 0
  const files: FileStore = {
    ...setup.files,
    async write() {
      writes += 1
      throw new StorageError('The disk is full.', { cause: null })
    },
  }
  await addCircuit(setup.db, 'NY-2', [])
  await addCircuit(setup.db, 'NY-3', [])
  const targets = ['NY-1', 'Gone', 'NJ 07, North', 'NY-2', 'NY-3']
  const { job } = await runReportJob({ ...setup, files }, 'circuit-report', targets)
  expect(job.error).toMatch(
    /^Stopped making reports at 4 of 5: NY-2: The files of the dashboard cannot be read or stored right now\./,
  )
  expect(job.errorDetails).toBe('The disk is full.')
  expect(job.logs).not.toContain('The disk is full.')
  expect(writes).toBe(3)
})

describe('with several workers', () => {
  const names = ['NY-1', 'NJ 07, North', 'Gone', 'NY-3', 'NY-4', 'NY-5', 'NY-6']

  async function withMoreCircuits() {
    const setup = await freshSetup()
    for (const name of names.slice(3)) await addCircuit(setup.db, name, [])
    return { ...setup, workers: 2 }
  }

  it('makes each report once, and numbers them in the order in which they are done', async () => {
    const setup = await withMoreCircuits()
    const { result, job } = await runReportJob(setup, 'circuit-report', names)
    expect([result, job.reportsMade, job.error]).toEqual([
      'failed',
      6,
      '1 of 7 reports failed: Gone: It is no longer in the data under this name.',
    ])
    const numbers = [...(job.logs ?? '').matchAll(/eport (\d) of 7/g)].map(([, number]) => number)
    expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    const reports = await setup.db.selectFrom('reports').select(['target', 'storageKey']).execute()
    expect(reports.map(({ target }) => target).sort()).toEqual(
      names.filter((name) => name !== 'Gone').sort(),
    )
    const keys = (await setup.files.list('reports')).map(({ key }) => key)
    expect(keys.sort()).toEqual(reports.map(({ storageKey }) => storageKey).sort())
  })

  it('says after each how many are done, and names one that is being made', async () => {
    const { db, files } = await withMoreCircuits()
    const targets = names.filter((name) => name !== 'Gone')
    const job = { type: 'circuit-report', targets } as const
    const { context, steps } = await startJob(db, job, readSettings({}))
    await makeReports({ ...context, files, workers: 2 })
    const percents = [...new Set(steps.map(([percent]) => Math.round(percent)))]
    expect(percents).toEqual([0, 17, 33, 50, 67, 83, 100])
    expect(steps.pop()?.[1]).toBe('Made all 6 reports')
    for (const [percent, step] of steps) {
      const number = Math.round((percent / 100) * 6) + 1
      expect(targets.map((name) => `Making report ${number} of 6: ${name}`)).toContain(step)
    }
  })

  it('leaves no file without a row when the job is cancelled', async () => {
    const setup = await withMoreCircuits()
    const id = await queueJob(setup.db, 'circuit-report', names)
    const files = cancellingFiles(setup, id)
    const { result, job } = await runQueued({ ...setup, files }, id)
    expect([result, job.error]).toEqual(['lost', 'Cancelled by Jane Doe'])
    const reports = await setup.db.selectFrom('reports').select('storageKey').execute()
    const keys = (await setup.files.list('reports')).map(({ key }) => key)
    expect(keys.sort()).toEqual(reports.map(({ storageKey }) => storageKey).sort())
    expect(job.reportsMade).toBe(reports.length)
  })

  it('stops when nothing can be stored', async () => {
    const setup = await withMoreCircuits()
    const files: FileStore = {
      ...setup.files,
      async write() {
        throw new StorageError('The disk is full.', { cause: null })
      },
    }
    const { job } = await runReportJob({ ...setup, files }, 'circuit-report', names)
    expect(job.error).toMatch(
      /^Stopped making reports at [34] of 7: .+: The files of the dashboard/,
    )
    expect(await setup.db.selectFrom('reports').selectAll().execute()).toEqual([])
  })
})

interface Setup {
  db: Db
  files: FileStore
  workers?: number
}

async function freshSetup(): Promise<Setup> {
  const folder = await temporaryFolder()
  const db = await freshDatabase()
  const circuitId = await addCircuit(db, 'NY-1', ['Central', 'East'])
  await addCircuit(db, 'NJ 07, North', ['Central'])
  await addDetails(db, await addVolunteer(db, { circuitId, congregationId: 'NY-1/Central' }))
  await recordImport(db, { source: 'sheet', metadata: {}, at: importedAt })
  return { db, files: openDiskFiles(folder) }
}

/** Returns a file store that cancels the job as soon as a file has been written. */
function cancellingFiles({ db, files }: Setup, jobId: string): FileStore {
  return {
    ...files,
    async write(...file) {
      await files.write(...file)
      await cancelJob(db, jobId, 'Jane Doe')
    },
  }
}

/** Returns a database that runs `work` after a table has been read for the first time. */
function afterFirstRead(db: Db, table: string, work: () => Promise<void>): Db {
  let isDone = false
  const watch = <T extends object>(query: T): T =>
    new Proxy(query, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(value, target, args)
          if (name !== 'execute') return watch(result as object)
          return (result as Promise<unknown>).then(async (rows) => {
            if (!isDone) {
              isDone = true
              await work()
            }
            return rows
          })
        }
      },
    })
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args)
        return name === 'selectFrom' && args[0] === table ? watch(result as object) : result
      }
    },
  })
}

async function queueJob(db: Db, type: JobType, targets: string[]): Promise<string> {
  const id = randomUUID()
  await insertJobs(db, [{ id, type, targets, createdBy: { id: 'jane', fullName: 'Jane Doe' } }])
  return id
}

async function runQueued(setup: Setup, id: string): Promise<{ result: string; job: JobRow }> {
  const shutdown = new AbortController().signal
  const result = await runJob(id, { ...setup, settings: readSettings({}), shutdown })
  const job = await setup.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { result, job }
}

async function runReportJob(setup: Setup, type: JobType, targets: string[]) {
  return runQueued(setup, await queueJob(setup.db, type, targets))
}
