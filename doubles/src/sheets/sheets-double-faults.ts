import type { ServerResponse } from 'node:http'
import { SheetsRefusal } from './sheets-double-grid.ts'

/** A fault that the double responds with until another is set. */
export type SheetsFault = {
  /** Group of requests that get the fault; defaults to all requests of the API. */
  on?: 'writes' | 'token'
  /** Number of requests that succeed before the fault. */
  after?: number
  /** Number of requests that get the fault. */
  times?: number
} & (
  | { kind: 'status'; status: number; message?: string; reason?: string; retryAfter?: string }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  /** Responds with a page instead of JSON, like a proxy's sign-in. */
  | { kind: 'html' }
  /** Closes the connection without performing the request. */
  | { kind: 'break' }
  /** Performs the request, then closes the connection. */
  | { kind: 'lose-answer' }
)

export interface SheetsFaults {
  set(next: SheetsFault | undefined): void
  /** Returns the fault that this request gets. */
  take(group: 'reads' | 'writes' | 'token'): SheetsFault | undefined
}

export function createFaults(): SheetsFaults {
  let fault: SheetsFault | undefined
  return {
    set(next) {
      fault = next && { ...next }
    },
    take(group) {
      const current = fault
      const isForGroup = current?.on === undefined ? group !== 'token' : current.on === group
      if (!current || !isForGroup) return undefined
      if (current.after) {
        current.after -= 1
        return undefined
      }
      if (current.times !== undefined) {
        current.times -= 1
        if (current.times <= 0) fault = undefined
      }
      return current
    },
  }
}

/** Returns `true` when the fault has responded to the request. */
export function answerFault(fault: SheetsFault | undefined, response: ServerResponse): boolean {
  switch (fault?.kind) {
    case 'hang':
      return true
    case 'break':
      response.destroy()
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in')
      return true
    case 'status': {
      const { status, message = 'No', reason, retryAfter } = fault
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      refuse(response, new SheetsRefusal(message, status, 'FAILED'), reason)
      return true
    }
    default:
      return false
  }
}

export function refuse(response: ServerResponse, refusal: SheetsRefusal, reason?: string): void {
  const { code, message, status } = refusal
  const details = reason && [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]
  send(response, code, { error: { code, message, status, ...(details && { details }) } })
}

export function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  const type = 'application/json; charset=UTF-8'
  response.writeHead(status, { 'content-type': type }).end(text)
}
