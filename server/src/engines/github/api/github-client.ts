import { RequestError } from '@octokit/request-error'
import type { z } from 'zod'
import {
  describeGithubError,
  GithubError,
  type GithubTarget,
  limitReached,
  unreadableAnswer,
} from './github-errors.ts'
import { GithubLimits } from './github-limits.ts'
import { type ConnectionOptions, openOctokit } from './github-octokit.ts'

const cachedAnswers = 100

type Parameters = Record<string, string | number | boolean | object>

interface Answer {
  status: number
  url: string
  headers: Record<string, string | number | undefined>
  data: unknown
}

/**
 * Calls GitHub's API through Octokit. Every GET carries the ETag of its last answer, so that an unchanged answer does
 * not count against the rate limit. Every failure becomes a `GithubError`.
 */
export class GithubClient {
  readonly target: GithubTarget
  readonly isEnterpriseServer: boolean
  readonly limits = new GithubLimits()
  readonly #octokit: ReturnType<typeof openOctokit>
  readonly #owner: { owner: string; repo: string }
  /** The last answers with their ETags, keyed by request, the oldest first. */
  readonly #answers = new Map<string, { etag: string; data: unknown }>()

  constructor(options: ConnectionOptions) {
    const { owner, repo, ref, credentials, apiUrl = '' } = options.github
    this.isEnterpriseServer = /\/api\/v3\/*$/.test(apiUrl)
    this.target = { repository: `${owner}/${repo}`, ref, credentials: credentials.kind }
    this.#owner = { owner, repo }
    this.#octokit = openOctokit(options)
  }

  /** Sends a GET with the ETag of its last answer. Throws `GithubError`. */
  async get<T extends z.ZodType>(
    route: string,
    schema: T,
    parameters: Parameters = {},
  ): Promise<z.output<T>> {
    const key = `${route} ${JSON.stringify(parameters)}`
    const last = this.#answers.get(key)
    const headers = last ? { 'if-none-match': last.etag } : {}
    const answer = await this.#send(route, { ...parameters, headers })
    if (!answer) return last?.data as z.output<typeof schema>
    const parsed = schema.safeParse(answer.data)
    if (!parsed.success) throw unreadableAnswer(parsed.error)
    this.#keep(key, answer.headers.etag, parsed.data)
    return parsed.data
  }

  /** Sends a change, and never repeats it. Throws `GithubError`, which names the workflow given. */
  async post(
    route: string,
    parameters: Parameters = {},
    workflow?: string,
  ): Promise<{ status: number; data: unknown }> {
    const about = workflow === undefined ? this.target : { ...this.target, workflow }
    // GitHub may have made the change although its answer was lost; a retry would make it twice.
    const answer = await this.#send(route, { ...parameters, request: { retries: 0 } }, about)
    if (!answer) throw unreadableAnswer()
    return answer
  }

  /** Returns the address to which GitHub redirects a GET. Throws `GithubError`. */
  async locate(route: string, parameters: Parameters = {}): Promise<string> {
    const answer = await this.#send(route, { ...parameters, request: { redirect: 'manual' } })
    const location = answer?.headers.location
    if (answer?.status !== 302 || typeof location !== 'string') throw unreadableAnswer()
    return new URL(location, answer.url).href
  }

  /** Returns `undefined` for "not modified". */
  async #send(
    route: string,
    parameters: Parameters,
    about = this.target,
  ): Promise<Answer | undefined> {
    const { limits } = this
    const pausedUntil = limits.pausedUntil()
    if (pausedUntil > 0) throw limitReached(pausedUntil, this.target)
    try {
      const answer: Answer = await this.#octokit.request(route, { ...this.#owner, ...parameters })
      limits.record(answer.headers)
      return answer
    } catch (error) {
      if (error instanceof RequestError) limits.record(error.response?.headers)
      if (error instanceof RequestError && error.status === 304) return undefined
      const described = describeGithubError(error, about)
      const isLimit = described instanceof GithubError && described.kind === 'rate-limit'
      if (isLimit) limits.pause(described.until)
      throw described
    }
  }

  #keep(key: string, etag: unknown, data: unknown): void {
    this.#answers.delete(key)
    const oldest = this.#answers.keys().next().value
    if (this.#answers.size >= cachedAnswers && oldest !== undefined) this.#answers.delete(oldest)
    if (typeof etag === 'string') this.#answers.set(key, { etag, data })
  }
}
