import type { Db } from '@dashboard/store/database'
import type { EngineLog, WorkflowEngine } from '../workflows/engine.ts'
import { createGithubEngine, type GithubEngineOptions } from '../workflows/github-engine.ts'
import { createGithubEvents, type GithubEvents } from '../workflows/github-events.ts'
import { readAutoSyncSince } from './monitoring-service.ts'
import type { Presence } from './presence.ts'
import { createRunPoller, type PollerTimings } from './run-poller.ts'

interface WatchedEngineOptions extends Omit<GithubEngineOptions, 'readAutoSyncSince'> {
  db: Db
  log: EngineLog
  presence: Presence
  pollerTimings?: Partial<PollerTimings>
}

/** The GitHub engine with the loop that watches its runs, and with what its webhooks tell. */
export function createWatchedGithubEngine(
  options: WatchedEngineOptions,
): WorkflowEngine & { events: GithubEvents } {
  const { db, log, presence } = options
  const autoSyncSince = () => readAutoSyncSince(db)
  const engine = createGithubEngine({ ...options, readAutoSyncSince: autoSyncSince })
  const poller = createRunPoller({ db, engine, presence, log, timings: options.pollerTimings })
  return {
    ...engine,
    events: createGithubEvents(engine.desk, autoSyncSince),
    open() {
      engine.open()
      poller.open()
    },
    async close() {
      await Promise.all([poller.close(), engine.close()])
    },
  }
}
