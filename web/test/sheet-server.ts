import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runQueuedJobs } from '@dashboard/server/test/engine'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { startPageServer } from './page-server.ts'

/**
 * Starts the server for a page whose spreadsheet is a CSV file; without a text there is none. `runJobs` runs the jobs
 * that are queued.
 */
export async function startWithSheet(text?: string) {
  const path = join(await temporaryFolder(), 'volunteers.csv')
  if (text !== undefined) await writeFile(path, text)
  const server = await startPageServer({
    settings: { spreadsheet: { kind: 'file', path, format: 'csv' } },
  })
  return { server, path, runJobs: () => runQueuedJobs(server) }
}
