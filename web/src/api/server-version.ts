import { useSyncExternalStore } from 'react'

/**
 * Whether the server is of another version than this page, and something that the page needs is gone
 * (docs/operations.md#updating).
 */
const ownVersion: unknown = import.meta.env.DASHBOARD_VERSION
let serverVersion: string | undefined
let isOutdated = false
const listeners = new Set<() => void>()

/** Takes the version from an answer's header; a server that does not say it changes nothing. */
export function noteServerVersion(header: string | null): void {
  if (header !== null) serverVersion = header
}

/** Something that this page needs is gone; with a server of the same version the page goes on as well as it can. */
export function noteGone(): void {
  if (serverVersion !== undefined && serverVersion !== ownVersion) setOutdated()
}

/** Takes the server's document, since the code of a part could not be loaded; one that names other files is newer. */
export function noteDocument(text: string): void {
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (script && !text.includes(script)) setOutdated()
}

function setOutdated(): void {
  isOutdated = true
  for (const listener of listeners) listener()
}

/** Whether this page must be loaded anew. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(subscribe, () => isOutdated)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
