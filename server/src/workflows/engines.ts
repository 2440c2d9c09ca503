import type { WorkflowEngine } from './engine.ts'
import type { GithubEvents } from './github-events.ts'

export interface Engines {
  engine: WorkflowEngine
  /** Where an import runs that somebody waits for. */
  importEngine: WorkflowEngine
  /** What GitHub's webhooks are told to, where jobs run there. */
  githubEvents?: GithubEvents
}
