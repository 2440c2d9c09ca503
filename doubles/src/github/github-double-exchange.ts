import type { IncomingMessage } from 'node:http'
import type { GithubCall } from './github-double-faults.ts'

/** What the double can be: GitHub itself, or an Enterprise Server of one version. */
export type GithubVersion = 'github.com' | 'ghes-3.17'

/** A request that was responded to; used for counting and for comparing with GitHub's description. */
export interface GithubExchange {
  version: GithubVersion
  call: GithubCall
  method: 'GET' | 'POST'
  /** The path in GitHub's description. */
  template: string
  /** The id or name in the path, such as a run's id. */
  name: string
  query: Record<string, string>
  requestHeaders: IncomingMessage['headers']
  requestBody: unknown
  status: number
  answerBody: unknown
  /** Milliseconds since 1970. */
  at: number
}
