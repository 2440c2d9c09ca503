import { minuteMs } from '@dashboard/contract/duration'
import { localClock } from '@dashboard/contract/local-time'
import { messageOf } from '@dashboard/store/failures/error-message'
import { codesOf, connectionReason, tlsFaultOf } from '@dashboard/store/outside/connection-reasons'
import { RequestError } from '@octokit/request-error'
import { isTokenRequest } from './github-octokit.ts'

/** What a request to GitHub is about; error messages name it. */
export interface GithubTarget {
  /** `owner/name` */
  repository: string
  ref: string
  credentials: 'token' | 'app'
  /** The workflow file that the request is about, if any. */
  workflow?: string
}

export type GithubFailureKind =
  | 'token'
  | 'permission'
  | 'not-found'
  | 'conflict'
  | 'refused'
  | 'rate-limit'
  /** GitHub did not receive the request, for certain. */
  | 'unreachable'
  /** GitHub may or may not have carried out the request. */
  | 'unclear'
  | 'unreadable'

/** Says in a sentence for users why GitHub did not carry out a request. */
export class GithubError extends Error {
  override name = 'GithubError'
  readonly kind: GithubFailureKind
  /** The same for the operator, where that names a setting. */
  readonly details: string | undefined
  /** The time at which a limit ends, in milliseconds since 1970. */
  readonly until: number

  constructor(
    kind: GithubFailureKind,
    message: string,
    detail: { cause?: unknown; details?: string | undefined; until?: number } = {},
  ) {
    const { cause, details, until = 0 } = detail
    super(message, { cause })
    this.kind = kind
    this.details = details
    this.until = until
  }
}

export function operatorSentence(error: unknown): string {
  if (error instanceof GithubError) return error.details ?? error.message
  return messageOf(error)
}

interface Rule {
  status: number
  says?: RegExp
  kind: GithubFailureKind
  /** For users, where the sentence of the kind does not fit. */
  sentence?: string
  details(target: GithubTarget): string
}

const whereToLook = 'An administrator finds what to do by Run Checks, under Monitoring Controls.'

/** What users read instead of details that name a setting; the details of other kinds are for everybody. */
const sentences: Partial<Record<GithubFailureKind, string>> = {
  token: `GitHub does not let the dashboard in. ${whereToLook}`,
  permission: `GitHub does not let the dashboard start or stop jobs there. ${whereToLook}`,
  'not-found': `GitHub does not show the dashboard its repository. ${whereToLook}`,
}

const workflowOf = ({ workflow }: GithubTarget) => workflow ?? 'The workflow'

/** GitHub's refusals of a request for an installation token of the App. */
const refusalsOfApp: Rule[] = [
  {
    status: 401,
    kind: 'token',
    details: () =>
      'GitHub does not accept GITHUB_APP_PRIVATE_KEY: it is not a key of this App, was deleted, or the clock of this server is wrong. Compare GITHUB_APP_ID and the key with the page of the App.',
  },
  {
    status: 404,
    says: /integration not found/i,
    kind: 'token',
    details: () =>
      'GitHub has no App with the id in GITHUB_APP_ID. Copy it from the page of the App, and check GITHUB_API_URL.',
  },
  {
    status: 404,
    kind: 'token',
    details: () =>
      'The GitHub App has no installation GITHUB_APP_INSTALLATION_ID. Install it, and copy the number at the end of that page’s address.',
  },
]

/** Refusals in the repository when the credentials are an App's; other refusals are about a token. */
const refusalsOfInstallation: Rule[] = [
  {
    status: 401,
    kind: 'token',
    details: () =>
      'GitHub does not accept the tokens that it gives the App. Look at githubstatus.com and retry later.',
  },
  {
    status: 403,
    says: /not accessible by integration/i,
    kind: 'permission',
    details: ({ repository }) =>
      `The GitHub App lacks a right in ${repository}: give it "Actions: Read and write", and accept that where it is installed.`,
  },
  {
    status: 404,
    kind: 'not-found',
    details: ({ repository }) =>
      `GitHub does not show the App the repository ${repository}. Check GITHUB_REPOSITORY and for which repositories the App is installed.`,
  },
]

/** GitHub's refusals; the first rule that matches applies. */
const rules: Rule[] = [
  {
    status: 401,
    kind: 'token',
    details: () =>
      'GitHub does not accept GITHUB_TOKEN: it is wrong, expired or revoked. Make a new one.',
  },
  {
    status: 403,
    says: /not accessible by (personal access token|integration)|must have (admin|write|push)/i,
    kind: 'permission',
    details: ({ repository }) =>
      `GITHUB_TOKEN lacks a right in ${repository}: give it "Actions: Read and write" for that repository.`,
  },
  {
    status: 404,
    kind: 'not-found',
    details: ({ repository }) =>
      `GITHUB_TOKEN does not give access to the repository ${repository}. Check GITHUB_REPOSITORY and which repositories the token may see.`,
  },
  { status: 409, kind: 'conflict', details: () => 'GitHub could not do this at the moment.' },
  {
    status: 422,
    says: /no ref found/i,
    kind: 'refused',
    sentence: `GitHub does not have the branch that jobs run from. ${whereToLook}`,
    details: ({ repository, ref }) =>
      `The branch "${ref}" does not exist in ${repository}. Set GITHUB_REF to the branch that holds the workflows.`,
  },
  {
    status: 422,
    says: /workflow_dispatch' trigger|unexpected inputs|required input/i,
    kind: 'refused',
    details: (target) =>
      `${workflowOf(target)} on the branch "${target.ref}" is not this version's. Bring .github/workflows there up to date.`,
  },
  {
    status: 422,
    says: /disabled workflow/i,
    kind: 'refused',
    details: (target) =>
      `${workflowOf(target)} is disabled on GitHub. Enable it there, under Actions.`,
  },
]

export function workflowMissing({ repository, workflow, ref }: GithubTarget): GithubError {
  return new GithubError(
    'not-found',
    `The workflow ${workflow} is not in ${repository}. Push .github/workflows to its default branch and to "${ref}".`,
  )
}

export function unreadableAnswer(cause?: unknown): GithubError {
  const details =
    'Something other than the GitHub API answered. Check GITHUB_API_URL and the proxies on the way.'
  const sentence = `Something other than the GitHub API answered. ${whereToLook}`
  return new GithubError('unreadable', sentence, { cause, details })
}

/** Turns an error of Octokit into a `GithubError` with a sentence for users; returns any other error unchanged. */
export function describeGithubError(error: unknown, target: GithubTarget): unknown {
  if (!(error instanceof RequestError)) return error
  const described = describeFailure(error, target)
  if (described.kind !== 'unclear' || !isTokenRequest(error)) return described
  // The request for the token failed, so the request itself was never sent.
  const { message, details } = described
  return new GithubError('unreachable', message, { cause: error, details })
}

function describeFailure(error: RequestError, target: GithubTarget): GithubError {
  const { status, message } = error
  const until = readLimit(error)
  if (until !== undefined) return limitReached(until, target, error)
  const rule = listRules(error, target).find(
    (one) => one.status === status && (one.says?.test(message) ?? true),
  )
  if (rule) {
    const details = rule.details(target)
    const sentence = rule.sentence ?? sentences[rule.kind]
    return new GithubError(rule.kind, sentence ?? details, {
      cause: error,
      details: sentence && details,
    })
  }
  if (error.response === undefined) return describeNoAnswer(error)
  if (status >= 500) {
    const sentence = `GitHub is having problems at the moment (it answered ${status}). Look at githubstatus.com and retry later.`
    return new GithubError('unclear', sentence, { cause: error })
  }
  return new GithubError('refused', `GitHub refused (${status}): ${readReason(error)}`, {
    cause: error,
  })
}

function listRules(error: RequestError, { credentials }: GithubTarget): Rule[] {
  if (isTokenRequest(error)) return refusalsOfApp
  return credentials === 'app' ? [...refusalsOfInstallation, ...rules] : rules
}

/** Returns the error for a limit until which GitHub accepts no requests; `until` is in milliseconds since 1970. */
export function limitReached(
  until: number,
  { credentials }: Pick<GithubTarget, 'credentials'>,
  cause?: unknown,
): GithubError {
  const asker = credentials === 'app' ? 'of this App' : 'with this token'
  const sentence = `GitHub accepts no more requests ${asker} until ${localClock(until)}. Retry after that.`
  return new GithubError('rate-limit', sentence, { cause, until })
}

/** Returns until when GitHub accepts no requests, if a limit is why it refused. */
function readLimit({ status, message, response }: RequestError): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const headers = response?.headers ?? {}
  const retryAfter = Number(headers['retry-after'])
  if (retryAfter > 0) return Date.now() + retryAfter * 1_000
  if (headers['x-ratelimit-remaining'] === '0') {
    // One second is added, since the reset is given in whole seconds.
    return Math.max(Number(headers['x-ratelimit-reset']) * 1_000, Date.now()) + 1_000
  }
  if (status === 429 || /secondary rate limit|abuse/i.test(message)) return Date.now() + minuteMs
  return undefined
}

const neverArrived = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Describes a request without any answer: GitHub may have received it, or certainly has not. */
function describeNoAnswer(error: RequestError): GithubError {
  const isUnsent = codesOf(error).some((code) => neverArrived.has(code))
  if (isUnsent || tlsFaultOf(error) !== undefined) {
    const what = `GitHub cannot be reached: ${connectionReason(error)}.`
    return new GithubError('unreachable', `${what} Retry later. ${whereToLook}`, {
      cause: error,
      details: `${what} Check the server's network and GITHUB_API_URL, then retry.`,
    })
  }
  const sentence =
    'GitHub cannot be reached: it did not answer. Look at githubstatus.com and the server’s network, and retry later.'
  return new GithubError('unclear', sentence, { cause: error })
}

/** Returns GitHub's own message, without the address of its documentation. */
function readReason({ message }: RequestError): string {
  return message.replace(/ - https?:\S+$/, '').slice(0, 300)
}
