import { randomUUID } from 'node:crypto'
import { type Db, isUniqueViolation } from '@dashboard/store/database/open-database'
import { insertJobs, type NewJob } from '@dashboard/store/jobs/insert-jobs'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/report-targets'
import { fullName } from '../http/access-guard.ts'
import { badRequest, conflict } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import type { WorkflowEngine } from './engine.ts'

export interface Starter {
  id: string
  firstName: string
  lastName: string
}

interface QueueDependencies {
  db: Db
  engine: WorkflowEngine
}

type Dependencies = QueueDependencies & { audit: Audit<'job.start'> }

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
  dependencies: Dependencies,
  user: Starter,
  circuits: string[],
): Promise<string> {
  refuseUnknown('circuit', circuits, await listCircuitNames(dependencies.db))
  const id = randomUUID()
  await start(dependencies, user, [{ id, type: 'circuit-report', targets: circuits }])
  return id
}

/** Queues one report per congregation, named by its label. Throws 400 naming the unknown ones. */
export async function startCongregationReport(
  dependencies: Dependencies,
  user: Starter,
  congregations: string[],
): Promise<string> {
  const known = (await listCongregationTargets(dependencies.db)).map(
    (congregation) => congregation.label,
  )
  refuseUnknown('congregation', congregations, known)
  const id = randomUUID()
  await start(dependencies, user, [{ id, type: 'congregation-report', targets: congregations }])
  return id
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
      )
      await audit(tx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(await describeActive(db))
    throw error
  }
  for (const job of jobs) if (!job.dependsOn) engine.start(job.id)
}

async function describeActive(db: Db): Promise<string> {
  const active = await db
    .selectFrom('jobs')
    .select(['type', 'createdBy'])
    .where('status', 'in', ['queued', 'running'])
    .where('type', 'in', ['export', 'import'])
    .orderBy('sequence')
    .executeTakeFirst()
  const which = active?.type === 'import' ? 'An import' : 'An export'
  const by = active?.createdBy ? `, started by ${active.createdBy}` : ''
  return `${which} is already queued or running${by}. Wait until it ends, or cancel it on the Monitor page.`
}

const namedUnknowns = 5

function refuseUnknown(noun: string, names: string[], known: string[]): void {
  const existing = new Set(known)
  const unknown = names.filter((name) => !existing.has(name))
  if (unknown.length === 0) return
  const named = unknown.slice(0, namedUnknowns).map((name) => `"${name}"`)
  if (unknown.length > namedUnknowns) named.push(`${unknown.length - namedUnknowns} more`)
  const nouns = unknown.length === 1 ? noun : `${noun}s`
  throw badRequest(
    `Unknown ${nouns}: ${named.join(', ')}. Reload the page to choose from the current list.`,
  )
}
