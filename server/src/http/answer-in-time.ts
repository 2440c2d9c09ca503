import type { FastifyRequest } from 'fastify'
import { unavailable } from './app-error.ts'

/** The longest wait for one request in all: a caller has an answer within 15 s (docs/operations.md#deadlines). */
const answerMs = 14_000

const tooLate =
  'The server could not answer in time: its database, or another system that it needs, does not answer. Try again.'

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the request has waited for the server, in milliseconds, without the time its body took to arrive. */
    waitedMs: number
  }
}

/** Waits for a part of the request's work for the time that is left of the request, then throws 503. */
export function withinRequest<T>(request: FastifyRequest, work: Promise<T>): Promise<T> {
  const from = performance.now()
  return withTimeout(work, answerMs - request.waitedMs).finally(() => {
    request.waitedMs += performance.now() - from
  })
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
