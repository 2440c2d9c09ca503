import { randomUUID } from 'node:crypto'
import { type StartDependencies, type Starter, startJobs } from '../jobs/queue-jobs.ts'

/** Queues an export. Throws 409 while one is active. */
export async function startExport(dependencies: StartDependencies, user: Starter): Promise<string> {
  const id = randomUUID()
  await startJobs(dependencies, user, [{ id, type: 'export' }])
  return id
}

/** Queues an import. Throws 409 while one is active. */
export async function startImport(dependencies: StartDependencies, user: Starter): Promise<string> {
  const id = randomUUID()
  await startJobs(dependencies, user, [{ id, type: 'import' }])
  return id
}

/** Queues an export and the import that follows it, both or none. */
export async function startExportAndImport(dependencies: StartDependencies, user: Starter) {
  const jobId = randomUUID()
  const importJobId = randomUUID()
  await startJobs(dependencies, user, [
    { id: jobId, type: 'export' },
    { id: importJobId, type: 'import', dependsOn: jobId },
  ])
  return { jobId, importJobId }
}
