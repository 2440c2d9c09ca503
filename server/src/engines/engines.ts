import type { GithubEngine } from './github/github-engine.ts'
import type { JobEngine, ProcessEngine } from './job-engine.ts'

export interface Engines {
  engine: JobEngine
  /** Runs the jobs that a user waits for; always on this machine. */
  importEngine: ProcessEngine
  /** Is `engine` where jobs run on GitHub. */
  github?: GithubEngine
}
