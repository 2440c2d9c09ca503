import type { WorkflowEngine } from '../workflows/engine.ts'
import type { SettingsCheck } from '../workflows/github/check-settings.ts'
import type { GithubWebhookEvents } from '../workflows/github/webhook-events.ts'

export interface Engines {
  engine: WorkflowEngine
  /** Where jobs run that somebody waits for: on this machine. */
  importEngine: WorkflowEngine
  /** What GitHub's webhooks are applied to, where jobs run there. */
  webhookEvents?: GithubWebhookEvents
  /** Lets a run report what settings it gets, where jobs run on GitHub. */
  settingsCheck?: SettingsCheck
  /** How many requests GitHub still takes this hour, where jobs run there. */
  readGithubRequestsLeft?(): number | undefined
  /** Until when GitHub takes no requests, in milliseconds since 1970; 0 when it takes them. */
  readGithubPause?(): Promise<number>
}
