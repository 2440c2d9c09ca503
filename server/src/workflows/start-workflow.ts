import { randomUUID } from 'node:crypto'
import { activeJobLimit } from '@dashboard/contract/limits'
import { type Db, isUniqueViolation } from '@dashboard/store/database/open-database'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { insertJobs, type NewJob, TooManyJobs } from '@dashboard/store/jobs/insert-jobs'
import {
  type CongregationTarget,
  listCircuitNames,
  listCongregationTargets,
  readCongregationTargets,
} from '@dashboard/store/report-targets'
import { fullName, type SignedInUser } from '../http/access-guard.ts'
import { conflict } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { refuseUnknown } from '../http/unknown-names.ts'
import type { WorkflowEngine } from './engine.ts'

export type Starter = Pick<
  SignedInUser,
  'id' | 'firstName' | 'lastName' | 'username' | 'hasNamesake'
>

interface QueueDependencies {
  db: Db
  engine: WorkflowEngine
}

type Dependencies = QueueDependencies & { audit: Audit<'job.start'> }

/** Reports are started of what the starter sees. */
type ReportDependencies = Dependencies & { visible: ScopedDb }

/** Queues an export. Throws 409 while one is active. */
export async function startExport(dependencies: Dependencies, user: Starter): Promise<string> {
  const id = randomUUID()
  await start(dependencies, user, [{ id, type: 'export' }])
  return id
}

/** Queues an import. Throws 409 while one is active. */
export async function startImport(dependencies: Dependencies, user: Starter): Promise<string> {
  const id = randomUUID()
  await start(dependencies, user, [{ id, type: 'import' }])
  return id
}

/** Queues an export and the import that follows it, both or none. */
export async function startExportAndImport(dependencies: Dependencies, user: Starter) {
  const jobId = randomUUID()
  const importJobId = randomUUID()
  await start(dependencies, user, [
    { id: jobId, type: 'export' },
    { id: importJobId, type: 'import', dependsOn: jobId },
  ])
  return { jobId, importJobId }
}

/** Queues one report per circuit. Throws 400 naming the circuits that do not exist. */
export async function startCircuitReport(
  dependencies: ReportDependencies,
  user: Starter,
  circuits: string[],
): Promise<string> {
  refuseUnknown('circuit', circuits, await listCircuitNames(dependencies.visible))
  const id = randomUUID()
  await start(dependencies, user, [{ id, type: 'circuit-report', targets: circuits }])
  return id
}

/** Queues one report per congregation, named by its label. Throws 400 naming the unknown ones. */
export async function startCongregationReport(
  dependencies: ReportDependencies,
  user: Starter,
  congregations: string[],
): Promise<string> {
  const { db, visible } = dependencies
  const seen = await listCongregationTargets(visible)
  const labels = seen.map(({ label }) => label)
  refuseUnknown('congregation', congregations, labels)
  const labelInFull = await readFullLabels(db, seen)
  const targets = congregations.map((label) => labelInFull.get(label) ?? label)
  const id = randomUUID()
  await start(dependencies, user, [{ id, type: 'congregation-report', targets }])
  return id
}

/**
 * Jobs name congregations as they are called among all circuits: a name that is the only one among the circuits
 * that somebody sees may be used elsewhere too.
 */
async function readFullLabels(
  db: Db,
  seen: readonly CongregationTarget[],
): Promise<Map<string, string>> {
  const inFull = new Map((await readCongregationTargets(db)).map(({ id, label }) => [id, label]))
  return new Map(seen.map(({ id, label }) => [label, inFull.get(id) ?? label]))
}

const auditedNames = 20

async function start(
  dependencies: Dependencies,
  user: Starter,
  jobs: Omit<NewJob, 'createdBy'>[],
): Promise<void> {
  await queue(dependencies, user, jobs, async (tx) => {
    for (const { id, type, targets = [] } of jobs) {
      const names = targets.slice(0, auditedNames)
      const details = { type, ...(targets.length > 0 && { targets: targets.length, names }) }
      await dependencies.audit(tx, 'job.start', { subject: `job:${id}`, details })
    }
  })
}

/**
 * Queues jobs of one user, enters them in the audit log by `audit`, and hands those that can start to
 * the engine. Throws 409 for a second active export or import.
 */
export async function queue(
  { db, engine }: QueueDependencies,
  user: Starter,
  jobs: Omit<NewJob, 'createdBy'>[],
  audit: (tx: Db) => Promise<void>,
): Promise<void> {
  const createdBy = { id: user.id, fullName: fullName(user) }
  try {
    await db.transaction().execute(async (tx) => {
      await insertJobs(
        tx,
        jobs.map((job) => ({ ...job, createdBy })),
        activeJobLimit,
      )
      await audit(tx)
    })
  } catch (error) {
    if (error instanceof TooManyJobs) throw conflict(describeLimit(error))
    if (isUniqueViolation(error)) throw conflict(await describeActive(db))
    throw error
  }
  for (const job of jobs) if (!job.dependsOn) engine.start(job.id)
}

function describeLimit({ isOwn }: TooManyJobs): string {
  const { perUser, inAll } = activeJobLimit
  return isOwn
    ? `You have ${perUser} jobs queued or running, which is the most at a time. Wait until one ends, or cancel one on the Monitor page.`
    : `There are ${inAll} jobs queued or running, which is the most at a time. Wait until some end, or cancel some on the Monitor page.`
}

/** Throws 409 while an import is queued or running. */
export async function refuseActiveImport(db: Db): Promise<void> {
  const active = await db
    .selectFrom('jobs')
    .select('id')
    .where('type', '=', 'import')
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (active) throw conflict(await describeActive(db, 'import'))
}

async function describeActive(db: Db, type?: 'import'): Promise<string> {
  const active = await db
    .selectFrom('jobs')
    .select(['type', 'createdBy'])
    .where('status', 'in', ['queued', 'running'])
    .where('type', 'in', type ? [type] : ['export', 'import'])
    .orderBy('sequence')
    .executeTakeFirst()
  const which = active?.type === 'import' ? 'An import' : 'An export'
  const by = active?.createdBy ? `, started by ${active.createdBy}` : ''
  return `${which} is already queued or running${by}. Wait until it ends, or cancel it on the Monitor page.`
}
