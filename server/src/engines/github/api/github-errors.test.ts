import { connectionReason } from '@dashboard/store/outside/connection-reasons'
import { shownClock } from '@dashboard/store/test/shown-times'
import { RequestError } from '@octokit/request-error'
import { describe, expect, it } from 'vitest'
import {
  describeGithubError,
  GithubError,
  type GithubTarget,
  unreadableAnswer,
  workflowMissing,
} from './github-errors.ts'

const target: GithubTarget = { repository: 'owner/name', ref: 'main', credentials: 'token' }
const request = { method: 'GET', url: 'http://127.0.0.1/', headers: {} } as const

function refusal(status: number, headers: Record<string, string>, message = 'x'): GithubError {
  const response = { status, headers, url: request.url, data: {}, retryCount: 0 }
  const error = describeGithubError(
    new RequestError(message, status, { request, response }),
    target,
  )
  if (!(error instanceof GithubError)) throw new Error('a GithubError is expected')
  return error
}

describe('a limit', () => {
  const reset = Math.floor(Date.now() / 1_000) + 1_800

  it.each([403, 429])('of the hour is waited for until a second after its reset (%i)', (status) => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) }
    const { kind, until, message } = refusal(status, headers)
    expect([kind, until]).toEqual(['rate-limit', (reset + 1) * 1_000])
    // The time is rounded up to the minute, so that nobody tries again too early.
    const time = new Date(Math.ceil(until / 60_000) * 60_000).toLocaleTimeString('en-GB', {
      timeZone: 'America/New_York',
      timeStyle: 'short',
    })
    expect(message).toContain(`until ${shownClock(time)}.`)
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

  it('is not the reason of other refusals', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'retry-after': '30' }
    expect(refusal(503, headers).kind).not.toBe('rate-limit')
    expect(refusal(403, { 'x-ratelimit-remaining': '1' }).kind).not.toBe('rate-limit')
  })
})

it('an error other than a failed request stays as it is', () => {
  const error = new Error('boom')
  expect(describeGithubError(error, target)).toBe(error)
})

describe('a refusal', () => {
  const withWorkflow = { ...target, workflow: 'locust-export.yml' }
  const described = (status: number, message: string, about: GithubTarget = withWorkflow) => {
    const response = { status, headers: {}, url: request.url, data: {}, retryCount: 0 }
    const cause = new RequestError(message, status, { request, response })
    const error = describeGithubError(cause, about)
    expect(error).toMatchObject({ name: 'GithubError', cause, until: 0 })
    const { kind, message: sentence, details } = error as GithubError
    return details === undefined ? [kind, sentence] : [kind, sentence, details]
  }
  const lacksRight = [
    'permission',
    'GitHub does not let the dashboard start or stop jobs there. An administrator finds what to do by Run Checks, under Monitoring Controls.',
    'GITHUB_TOKEN lacks a right in owner/name: give it "Actions: Read and write" for that repository.',
  ]
  const notThisVersion = [
    'refused',
    'locust-export.yml on the branch "main" is not this version\'s. Bring .github/workflows there up to date.',
  ]

  it.each([
    [
      401,
      'Bad credentials',
      [
        'token',
        'GitHub does not let the dashboard in. An administrator finds what to do by Run Checks, under Monitoring Controls.',
        'GitHub does not accept GITHUB_TOKEN: it is wrong, expired or revoked. Make a new one.',
      ],
    ],
    [403, 'Resource not accessible by personal access token', lacksRight],
    [403, 'Resource not accessible by integration', lacksRight],
    [403, 'Must have admin rights to Repository.', lacksRight],
    [403, 'must have write access', lacksRight],
    [403, 'Must have push access', lacksRight],
    [
      403,
      'Resource protected by organization SAML enforcement.',
      ['refused', 'GitHub refused (403): Resource protected by organization SAML enforcement.'],
    ],
    [
      404,
      'Not Found',
      [
        'not-found',
        'GitHub does not show the dashboard its repository. An administrator finds what to do by Run Checks, under Monitoring Controls.',
        'GITHUB_TOKEN does not give access to the repository owner/name. Check GITHUB_REPOSITORY and which repositories the token may see.',
      ],
    ],
    [409, 'Cannot cancel', ['conflict', 'GitHub could not do this at the moment.']],
    [
      422,
      'No ref found for: main',
      [
        'refused',
        'GitHub does not have the branch that jobs run from. An administrator finds what to do by Run Checks, under Monitoring Controls.',
        'The branch "main" does not exist in owner/name. Set GITHUB_REF to the branch that holds the workflows.',
      ],
    ],
    [422, "Workflow does not have 'workflow_dispatch' trigger", notThisVersion],
    [422, 'Unexpected inputs provided: ["expects"]', notThisVersion],
    [422, "Required input 'x' not provided", notThisVersion],
    [
      422,
      "Cannot trigger a 'workflow_dispatch' on a disabled workflow",
      ['refused', 'locust-export.yml is disabled on GitHub. Enable it there, under Actions.'],
    ],
    [422, 'Something else', ['refused', 'GitHub refused (422): Something else']],
    [499, 'Odd', ['refused', 'GitHub refused (499): Odd']],
    [
      500,
      'Oops',
      [
        'unclear',
        'GitHub is having problems at the moment (it answered 500). Look at githubstatus.com and retry later.',
      ],
    ],
  ])(
    'of %i, "%s", has a sentence for users and another one for the operator',
    (status, message, expected) => {
      expect(described(status, message)).toEqual(expected)
    },
  )

  it('names no workflow where none was requested', () => {
    expect(described(422, 'disabled workflow', target)).toEqual([
      'refused',
      'The workflow is disabled on GitHub. Enable it there, under Actions.',
    ])
  })

  it('leaves out the address of GitHub’s documentation, and too long a text', () => {
    const [, without] = described(451, 'Access blocked - https://docs.github.com/rest#x')
    expect(without).toBe('GitHub refused (451): Access blocked')
    expect(described(451, 'Blocked - see https://x.example now')[1]).toBe(
      'GitHub refused (451): Blocked - see https://x.example now',
    )
    expect(described(451, 'x'.repeat(400))[1]).toBe(`GitHub refused (451): ${'x'.repeat(300)}`)
  })
})

describe('no answer', () => {
  const silence = (cause?: unknown) => {
    const failed = new RequestError('fetch failed', 500, { request })
    failed.cause = cause
    return describeGithubError(failed, target)
  }
  const withCode = (code: unknown, cause?: unknown) =>
    Object.assign(new Error('failed', { cause }), { code })

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('because of %s means that GitHub never received the request', (code) => {
    const expected = {
      kind: 'unreachable',
      message: `GitHub cannot be reached: ${connectionReason(withCode(code))}. Retry later. An administrator finds what to do by Run Checks, under Monitoring Controls.`,
      details: `GitHub cannot be reached: ${connectionReason(withCode(code))}. Check the server's network and GITHUB_API_URL, then retry.`,
    }
    expect(silence(withCode(code))).toMatchObject(expected)
    expect(silence(new Error('outer', { cause: withCode(code) }))).toMatchObject(expected)
    expect(silence(withCode(23, withCode(code)))).toMatchObject(expected)
  })

  it.each([
    ['a broken connection', withCode('ECONNRESET')],
    ['a number as its code', withCode(20)],
    ['no code', new Error('x')],
    ['nothing', undefined],
    ['no error', 'ECONNREFUSED'],
  ])('because of %s leaves open whether GitHub received it', (_what, cause) => {
    expect(silence(cause)).toMatchObject({
      kind: 'unclear',
      message:
        'GitHub cannot be reached: it did not answer. Look at githubstatus.com and the server’s network, and retry later.',
    })
  })
})

it('a workflow that is missing is named with its repository and branch', () => {
  expect(workflowMissing({ ...target, workflow: 'a.yml' })).toMatchObject({
    kind: 'not-found',
    message:
      'The workflow a.yml is not in owner/name. Push .github/workflows to its default branch and to "main".',
  })
})

it('an answer that GitHub did not send says what was wrong with it', () => {
  const cause = new Error('no id')
  expect(unreadableAnswer(cause)).toMatchObject({
    kind: 'unreadable',
    cause,
    message:
      'Something other than the GitHub API answered. An administrator finds what to do by Run Checks, under Monitoring Controls.',
    details:
      'Something other than the GitHub API answered. Check GITHUB_API_URL and the proxies on the way.',
  })
})
