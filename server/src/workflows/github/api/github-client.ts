import { RequestError } from 'octokit'
import type { z } from 'zod'
import {
  describeGithubError,
  GithubError,
  type GithubPlace,
  limitReached,
  unreadableAnswer,
} from './github-errors.ts'
import { createGithubLimits, type GithubLimits } from './github-limits.ts'
import { type ConnectionOptions, openOctokit } from './github-octokit.ts'

const keptAnswers = 100

type Parameters = Record<string, string | number | boolean | object>

interface Answer {
  status: number
  url: string
  headers: Record<string, string | number | undefined>
  data: unknown
}

export interface GithubClient {
  place: GithubPlace
  limits: GithubLimits
  /** A GET, conditional on the ETag of its last answer. Throws `GithubError`. */
  get<T extends z.ZodType>(route: string, schema: T, parameters?: Parameters): Promise<z.output<T>>
  /** A change; never repeated by itself. Throws `GithubError`, which names the workflow given. */
  post(
    route: string,
    parameters?: Parameters,
    workflow?: string,
  ): Promise<{ status: number; data: unknown }>
  /** The address to which a GET is redirected. Throws `GithubError`. */
  locate(route: string, parameters?: Parameters): Promise<string>
}

/**
 * GitHub's API through Octokit. Every GET carries the ETag of its last answer, so that an unchanged one does
 * not count against the rate limit; every failure is a `GithubError`.
 */
export function createGithubClient(options: ConnectionOptions): GithubClient {
  const { owner, repo, ref } = options.github
  const place: GithubPlace = { repository: `${owner}/${repo}`, ref }
  const limits = createGithubLimits()
  const { sharedPause } = options
  const octokit = openOctokit(options)
  const answers = createAnswerCache()

  /** `undefined` for "not modified". */
  const send = async (route: string, parameters: Parameters, about = place) => {
    if (sharedPause) limits.pause(await sharedPause.read())
    const pausedUntil = limits.pausedUntil()
    if (pausedUntil > 0) throw limitReached(pausedUntil)
    try {
      const answer: Answer = await octokit.request(route, { owner, repo, ...parameters })
      limits.note(answer.headers)
      return answer
    } catch (error) {
      if (error instanceof RequestError) limits.note(error.response?.headers)
      if (error instanceof RequestError && error.status === 304) return undefined
      const described = describeGithubError(error, about)
      const isLimit = described instanceof GithubError && described.kind === 'rate-limit'
      if (isLimit) {
        limits.pause(described.until)
        await sharedPause?.extend(described.until)
      }
      throw described
    }
  }

  return {
    place,
    limits,
    async get(route, schema, parameters = {}) {
      const key = `${route} ${JSON.stringify(parameters)}`
      const last = answers.find(key)
      const headers = last ? { 'if-none-match': last.etag } : {}
      const answer = await send(route, { ...parameters, headers })
      if (!answer) return last?.data as z.output<typeof schema>
      const parsed = schema.safeParse(answer.data)
      if (!parsed.success) throw unreadableAnswer(parsed.error)
      answers.keep(key, answer.headers.etag, parsed.data)
      return parsed.data
    },
    async post(route, parameters = {}, workflow) {
      const about = workflow === undefined ? place : { ...place, workflow }
      // A change whose answer is lost may have been made: asked again it would be made twice.
      const answer = await send(route, { ...parameters, request: { retries: 0 } }, about)
      if (!answer) throw unreadableAnswer()
      return answer
    },
    async locate(route, parameters = {}) {
      const answer = await send(route, { ...parameters, request: { redirect: 'manual' } })
      const location = answer?.headers.location
      if (answer?.status !== 302 || typeof location !== 'string') throw unreadableAnswer()
      return new URL(location, answer.url).href
    },
  }
}

/** The last answers with their ETags, the oldest dropped. */
function createAnswerCache() {
  const known = new Map<string, { etag: string; data: unknown }>()
  return {
    find: (key: string) => known.get(key),
    keep(key: string, etag: unknown, data: unknown) {
      known.delete(key)
      const oldest = known.keys().next().value
      if (known.size >= keptAnswers && oldest !== undefined) known.delete(oldest)
      if (typeof etag === 'string') known.set(key, { etag, data })
    },
  }
}
