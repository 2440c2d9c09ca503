import { ApiError } from '../api/api-error.ts'

const blocked =
  'This browser does not let the dashboard store anything, so nobody can stay logged in. Allow cookies and site data for this address, then log in again.'

/**
 * Stores what a sign-in cannot do without.
 * @throws ApiError with what to do, when the browser blocks storage.
 */
export function saveInBrowser(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value)
  } catch {
    throw new ApiError(0, blocked)
  }
}

/** Reads or changes what is stored; returns `undefined` when the browser blocks storage, which then holds nothing. */
export function ifStorable<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
