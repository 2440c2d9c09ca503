import type { GithubEngine } from './github/github-engine.ts'
import type { JobEngine } from './job-engine.ts'

export interface Engines {
  engine: JobEngine
  /** Runs the jobs that a user waits for; always on this machine. */
  importEngine: JobEngine
  /** Is `engine` where jobs run on GitHub. */
  github?: GithubEngine
}
