import { sessionTokenKey } from '@dashboard/contract/limits'
import { saveInBrowser } from './save-in-browser.ts'

type Listener = () => void
const expiryListeners = new Set<Listener>()

/** Returns the stored token; `null` when the browser blocks storage. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(sessionTokenKey)
  } catch {
    return null
  }
}

/** @throws ApiError when the browser blocks storage. */
export function storeToken(token: string): void {
  saveInBrowser(() => localStorage, sessionTokenKey, token)
}

export function removeToken(): void {
  try {
    localStorage.removeItem(sessionTokenKey)
  } catch {
    // Nothing is stored when the browser blocks storage.
  }
}

/**
 * Ends the session of `token`, and notifies the listeners. Only the first of several failed calls finds the token still
 * in place, and a call that was sent before a new login never ends the new session.
 */
export function expireSession(token: string | null): void {
  if (token === null || readToken() !== token) return
  removeToken()
  for (const listener of expiryListeners) listener()
}

/** Calls `listener` when a session ends by itself; returns the function that stops that. */
export function onSessionExpired(listener: Listener): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}
