import { runJob } from '@dashboard/runner/run-job'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings/settings'
import type { Engines } from '../src/engines/engines.ts'
import type { ProcessEngine } from '../src/engines/job-engine.ts'

interface World {
  db: Db
  files: FileStore
  settings: Settings
}

/** Starts no job. */
export const idleEngine: ProcessEngine = {
  start() {},
  async stop() {},
  sync: async () => 0,
  open() {},
  async close() {},
}

/** Returns an engine that starts no job, and one that runs imports within the test's process. */
export function createTestEngines(setup: World): Engines {
  return { engine: idleEngine, importEngine: createInProcessEngine(setup) }
}

function createInProcessEngine(setup: World): ProcessEngine {
  const shutdown = new AbortController()
  const running = new Set<Promise<unknown>>()
  return {
    ...idleEngine,
    start(jobId) {
      const run = runJob(jobId, { ...setup, shutdown: shutdown.signal }).finally(() =>
        running.delete(run),
      )
      running.add(run)
    },
    async close() {
      shutdown.abort()
      await Promise.all(running)
    },
  }
}

/** Runs what such an engine leaves queued, as a runner does. */
export async function runQueuedJobs({ db, files, settings }: World): Promise<void> {
  const queued = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'queued')
    .orderBy('sequence')
    .execute()
  const shutdown = new AbortController()
  for (const { id } of queued) await runJob(id, { db, files, settings, shutdown: shutdown.signal })
}
