import { useSyncExternalStore } from 'react'

/**
 * The version of this page. The page is outdated when the server has another version and something that the page needs
 * is gone (docs/operations.md#updating).
 */
const ownVersion: unknown = import.meta.env.DASHBOARD_VERSION
let serverVersion: string | undefined
let isOutdated = false
const listeners = new Set<() => void>()

/** Reads the version from an answer's header; a server that does not send one changes nothing. */
export function recordServerVersion(header: string | null): void {
  if (header !== null) serverVersion = header
}

/** Records that something which this page needs is gone; while the server has the same version, the page stays in use. */
export function recordGone(): void {
  if (serverVersion === undefined || serverVersion === ownVersion) return
  isOutdated = true
  for (const listener of listeners) listener()
}

/** Returns whether this page must be reloaded. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => isOutdated)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
