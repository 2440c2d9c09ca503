import type { ServerResponse } from 'node:http'

/** Calls that the double serves; requests are counted and faults are set by them. */
export type GithubCall =
  | 'list-workflows'
  | 'dispatch'
  | 'list-runs'
  | 'get-run'
  | 'list-jobs'
  | 'cancel'
  | 'force-cancel'
  | 'log-address'
  | 'app-token'
  | 'log'

export type GithubFault =
  | { kind: 'refuse'; status: number; message: string }
  | { kind: 'delay'; ms: number }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  /** Closes the connection before doing anything. */
  | { kind: 'break' }
  /** Performs the request, then closes the connection without a response. */
  | { kind: 'lose-answer' }
  | { kind: 'primary-limit'; resetInSeconds: number }
  | { kind: 'secondary-limit'; retryAfterSeconds?: number }
  /** Responds with an HTML page, like a proxy's login page; the request is not performed. */
  | { kind: 'html' }
  | { kind: 'broken-json' }
  /** Responds with success, but creates no run. */
  | { kind: 'forget' }

export interface GithubFaults {
  /** The fault for this request, if any. */
  take(call: GithubCall): GithubFault | undefined
  add(call: GithubCall, fault: GithubFault, times: number): void
  clear(): void
}

export function createGithubFaults(): GithubFaults {
  let faults: { call: GithubCall; fault: GithubFault; left: number }[] = []
  return {
    take(call) {
      const found = faults.find((one) => one.call === call && one.left > 0)
      if (found) found.left -= 1
      return found?.fault
    },
    add(call, fault, times) {
      faults.push({ call, fault, left: times })
    },
    clear() {
      faults = []
    },
  }
}

/**
 * Responds with a fault that depends on nothing else in the double; `false` when the request is to be handled normally.
 */
export function answerFault(
  response: ServerResponse,
  fault: GithubFault,
  send: (status: number, body: unknown, headers?: Record<string, string>) => void,
): boolean {
  switch (fault.kind) {
    case 'hang':
      return true
    case 'break':
      response.destroy()
      return true
    case 'refuse':
      send(fault.status, { message: fault.message, status: String(fault.status) })
      return true
    case 'primary-limit':
      send(
        403,
        { message: 'API rate limit exceeded for user ID 1.' },
        {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + fault.resetInSeconds),
        },
      )
      return true
    case 'secondary-limit': {
      const { retryAfterSeconds } = fault
      const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : undefined
      send(403, { message: 'You have exceeded a secondary rate limit. Please wait.' }, headers)
      return true
    }
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the proxy</h1>')
      return true
    case 'broken-json':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"workflow_runs": [')
      return true
    default:
      return false
  }
}
