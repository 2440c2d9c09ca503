import type { LoginInput } from '@dashboard/contract/account-inputs'
import { ApiError } from '../../api/api-error.ts'

export type LoginFieldErrors = Partial<Record<keyof LoginInput, string>>

/**
 * Reads the values from the fields themselves: they are not kept in state, since some password managers fill them
 * without an event.
 */
export function readLogin(form: HTMLFormElement): LoginInput {
  const data = new FormData(form)
  return { username: String(data.get('username')), password: String(data.get('password')) }
}

/**
 * Returns the problems that keep the form from being sent; the server checks all other rules. Written by hand, since
 * the contract's schema would add the validation library to the login page (docs/decisions/0018-login-bundle.md).
 */
export function missingFields({ username, password }: LoginInput): LoginFieldErrors {
  return {
    ...(username.trim() === '' && { username: 'Username is required' }),
    ...(password === '' && { password: 'Password is required' }),
  }
}

/** Returns the server's messages about single fields when it refused the form. */
export function refusedFields(error: unknown): LoginFieldErrors {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    error.issues
      .filter(({ path }) => path === 'username' || path === 'password')
      .map(({ path, message }) => [path, message]),
  )
}
