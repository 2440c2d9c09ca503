import type { JobEngine } from './engine.ts'
import type { SettingsCheck } from './github/check-settings.ts'

export interface Engines {
  engine: JobEngine
  /** Runs the jobs that a user waits for; always on this machine. */
  importEngine: JobEngine
  /** Starts a run that reports which settings it gets; set when jobs run on GitHub. */
  settingsCheck?: SettingsCheck
  /** Returns how many requests GitHub still accepts this hour; set when jobs run on GitHub. */
  readGithubRequestsLeft?(): number | undefined
  /** Returns until when GitHub accepts no requests, in milliseconds since 1970; 0 when it accepts them. */
  readGithubPause?(): Promise<number>
}
