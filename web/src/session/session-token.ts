import { sessionTokenKey } from '@dashboard/contract/limits'
import { createListeners } from '../format/listeners.ts'
import { ifStorable, saveInBrowser } from './browser-storage.ts'

const { subscribe, notify } = createListeners()

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
  notify()
}

/** Calls `listener` when a session ends by itself; returns the function that stops that. */
export const onSessionExpired = subscribe
