import { sessionTokenKey } from '@dashboard/contract/limits'
import { ifStorable, saveInBrowser } from './browser-storage.ts'

type Listener = () => void
const expiryListeners = new Set<Listener>()

/** Returns the stored token; `null` when the browser blocks storage. */
export function readToken(): string | null {
  return ifStorable(() => localStorage.getItem(sessionTokenKey)) ?? null
}

/** @throws ApiError when the browser blocks storage. */
export function storeToken(token: string): void {
  saveInBrowser(() => localStorage, sessionTokenKey, token)
}

export function removeToken(): void {
  ifStorable(() => localStorage.removeItem(sessionTokenKey))
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
