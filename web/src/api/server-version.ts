import { useSyncExternalStore } from 'react'
import { createListeners } from '../format/listeners.ts'

/**
 * The version of this page. The page is outdated when the server has another version and something that the page needs
 * is gone (docs/operations.md#updating).
 */
const ownVersion: unknown = import.meta.env.DASHBOARD_VERSION
let serverVersion: string | undefined
let isOutdated = false
const { subscribe, notify } = createListeners()

/** Reads the version from an answer's header; a server that does not send one changes nothing. */
export function recordServerVersion(header: string | null): void {
  if (header !== null) serverVersion = header
}

/** Records that something which this page needs is gone; while the server has the same version, the page stays in use. */
export function recordGone(): void {
  if (serverVersion === undefined || serverVersion === ownVersion) return
  isOutdated = true
  notify()
}

/** Returns whether this page must be reloaded. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => isOutdated)
}
