import type { JobEngine } from './engine.ts'
import type { SettingsCheck } from './github/check-settings.ts'
import type { GithubWebhookEvents } from './github/follow-runs.ts'

export interface Engines {
  engine: JobEngine
  /** Where jobs run that somebody waits for: on this machine. */
  importEngine: JobEngine
  /** What GitHub's webhooks are applied to, where jobs run there. */
  webhookEvents?: GithubWebhookEvents
  /** Lets a run report what settings it gets, where jobs run on GitHub. */
  settingsCheck?: SettingsCheck
  /** How many requests GitHub still takes this hour, where jobs run there. */
  readGithubRequestsLeft?(): number | undefined
  /** Until when GitHub takes no requests, in milliseconds since 1970; 0 when it takes them. */
  readGithubPause?(): Promise<number>
}
