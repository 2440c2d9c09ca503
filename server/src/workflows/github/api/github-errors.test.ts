import { RequestError } from 'octokit'
import { describe, expect, it } from 'vitest'
import { describeGithubError, GithubError } from './github-errors.ts'

const place = { repository: 'owner/name', ref: 'main' } as Parameters<typeof describeGithubError>[1]
const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {} } as const

function refusal(status: number, headers: Record<string, string>, message = 'x'): GithubError {
  const response = { status, headers, url: request.url, data: {}, retryCount: 0 }
  const error = describeGithubError(new RequestError(message, status, { request, response }), place)
  if (!(error instanceof GithubError)) throw new Error('a GithubError is expected')
  return error
}

describe('a limit', () => {
  const reset = Math.floor(Date.now() / 1_000) + 1_800

  it.each([403, 429])('of the hour is waited for until a second after its reset (%i)', (status) => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) }
    const { kind, until, message } = refusal(status, headers)
    expect([kind, until]).toEqual(['rate-limit', (reset + 1) * 1_000])
    // Rounded up to the minute, so that nobody comes back too early.
    const time = new Date(Math.ceil(until / 60_000) * 60_000).toLocaleTimeString('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      minute: '2-digit',
    })
    expect(message).toContain(`until ${time} ET.`)
  })

  it('whose reset is past is waited for a second', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }
    const left = refusal(403, headers).until - Date.now()
    expect(left).toBeGreaterThan(500)
    expect(left).toBeLessThanOrEqual(1_000)
  })

  it.each([
    ['that names its wait', 403, { 'retry-after': '30' }, 'x', 30_000],
    ['without a wait', 429, {}, 'x', 60_000],
    ['known by its words', 403, {}, 'You have exceeded a secondary rate limit', 60_000],
  ])('%s is waited for as long', (_, status, headers, message, waitMs) => {
    const { kind, until } = refusal(status, headers as Record<string, string>, message)
    expect(kind).toBe('rate-limit')
    expect(until - Date.now()).toBeGreaterThan(waitMs - 2_000)
    expect(until - Date.now()).toBeLessThanOrEqual(waitMs)
  })

  it('is none of other refusals', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'retry-after': '30' }
    expect(refusal(503, headers).kind).not.toBe('rate-limit')
    expect(refusal(403, { 'x-ratelimit-remaining': '1' }).kind).not.toBe('rate-limit')
  })
})

it('what is no failure of a request stays as it is', () => {
  const error = new Error('boom')
  expect(describeGithubError(error, place)).toBe(error)
})
