import type { Db } from '@dashboard/store/database/open-database'
import { saveExpectedSettings } from '@dashboard/store/expected-settings'
import { readGithubPause } from '@dashboard/store/github-pause'
import type { EngineLog, WorkflowEngine } from '../engine.ts'
import type { GithubAddress } from './api/github-octokit.ts'
import { createSettingsCheck, type SettingsCheck } from './check-settings.ts'
import type { GithubTimings } from './github-dependencies.ts'
import { createGithubEngine } from './github-engine.ts'
import { createRunPoller, type PollerTimings } from './run-poller.ts'
import { createWebhookEvents, type GithubWebhookEvents } from './webhook-events.ts'

/**
 * Jobs as runs of GitHub Actions: what this folder needs and what it offers. How a job moves, and which
 * file moves it (docs/github-actions.md has GitHub's states in full):
 *
 *     insertJobs ──► queued ──dispatch-jobs──► queued, dispatched ──runner claims──► running
 *                      ▲                         │                                     │
 *                      │                         │ run ends or is gone                 │ runner finishes
 *                      │                         │ before a runner claims              ▼
 *                      │                         ▼                            completed / failed
 *                      └──retry, 3 tries── settle-ended-run ──► failed
 *
 *     poll-runs (paced by run-poller) and webhook-events bring a run's state;
 *     apply-run-update decides by run-states what it means for the job;
 *     stop-runs cancels the run of a job that was cancelled here;
 *     github-started-runs makes jobs of runs that were started on GitHub.
 */
export interface GithubFeatureDependencies {
  db: Db
  log: EngineLog
  /** The engine settings of kind `github`. */
  github: GithubAddress
  /** Since when runs that were started on GitHub become jobs; `undefined` while they do not. */
  readAutoSyncSince(): Promise<string | undefined>
  /** The present polling interval, in milliseconds. */
  readPollIntervalMs(): Promise<number>
  /** What a run's settings are to be like. */
  expects?: string
  timings?: Partial<GithubTimings>
  pollerTimings?: Partial<PollerTimings>
  /** Octokit's one change a second; tests go without. */
  throttle?: boolean
}

export interface GithubFeature extends WorkflowEngine {
  /** What GitHub's webhooks are applied to. */
  webhookEvents: GithubWebhookEvents
  settingsCheck: SettingsCheck
  /** How many requests GitHub still takes this hour; `undefined` while that is not known. */
  readRequestsLeft(): number | undefined
  /** Until when GitHub takes no requests with this token, in milliseconds since 1970; 0 when it takes them. */
  readPause(): Promise<number>
}

/** The engine with the poller that follows its runs, and with the receiver of GitHub's webhooks. */
export function createGithubFeature(dependencies: GithubFeatureDependencies): GithubFeature {
  const { db, log, readAutoSyncSince, readPollIntervalMs, pollerTimings } = dependencies
  const engine = createGithubEngine(dependencies)
  const poller = createRunPoller({
    db,
    engine,
    log,
    readIntervalMs: readPollIntervalMs,
    timings: pollerTimings,
  })
  return {
    ...engine,
    webhookEvents: createWebhookEvents(engine.dependencies, readAutoSyncSince),
    settingsCheck: createSettingsCheck(engine.dependencies),
    readPause: () => readGithubPause(db, dependencies.github.token),
    readRequestsLeft: () => engine.dependencies.client.limits.requestsLeft(),
    open() {
      saveExpectedSettings(db, dependencies.expects ?? '').catch((error: unknown) =>
        log.warn({ err: error }, 'Could not keep what runs started by hand compare with'),
      )
      engine.open()
      poller.open()
    },
    async close() {
      await Promise.all([poller.close(), engine.close()])
    },
  }
}
