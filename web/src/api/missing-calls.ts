import type { Endpoint } from '@dashboard/contract/endpoint'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../format/listeners.ts'
import type { ApiError } from './api-error.ts'

/**
 * Calls that this server does not have, because it has another version or supports only the specification. The parts
 * that such a call fills are left out.
 */
const missing = new Set<string>()
const { subscribe, notify } = createListeners()

type Called = Pick<Endpoint, 'method' | 'path' | 'failures'>

/**
 * Whether the refusal means that the server has no such call. Other servers do not send a reason, but a 404 can mean
 * nothing else where neither the path nor the query names something that could have been deleted; for a query, the
 * contract says whether it does.
 */
export function isUnknownCall(called: Called, { status, reason }: ApiError): boolean {
  if (status !== 404) return false
  const { method, path, failures = [] } = called
  return (
    reason === 'unknown-call' ||
    (method === 'GET' && !path.includes(':') && !failures.includes(404))
  )
}

export function recordCall({ method, path }: Called, isThere: boolean): void {
  const key = `${method} ${path}`
  if (missing.has(key) !== isThere) return
  if (isThere) missing.delete(key)
  else missing.add(key)
  notify()
}

/** Returns whether the server has a call; `true` until it has refused one. */
export function useIsSupported({ method, path }: Called): boolean {
  return useSyncExternalStore(subscribe, () => !missing.has(`${method} ${path}`))
}
