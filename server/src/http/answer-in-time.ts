import type { FastifyRequest } from 'fastify'
import { unavailable } from './app-error.ts'

/** The longest wait for one request in all: a caller has an answer within 15 s (docs/operations.md#deadlines). */
const answerMs = 14_000

const tooLate =
  'The server could not answer in time: its database, or another system that it needs, does not answer. Please try again.'

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the request has waited for its session, which is read before and after its body, in milliseconds. */
    sessionMs: number
  }
}

/** Waits for the session that decides about the request until the request's time is over, then throws 503. */
export function sessionInTime<T>(request: FastifyRequest, session: Promise<T>): Promise<T> {
  const from = performance.now()
  return withTimeout(session, answerMs - request.sessionMs).finally(() => {
    request.sessionMs += performance.now() - from
  })
}

/**
 * Waits for an answer for the time that is left of the request after its session was read, then throws 503. The time in
 * which the request's body arrived does not count.
 */
export function answerInTime<T>(request: FastifyRequest, answer: Promise<T>): Promise<T> {
  return withTimeout(answer, answerMs - request.sessionMs)
}

/** Returns the result of `work`, or throws 503 after `ms` milliseconds; `work` itself may go on. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(tooLate)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
