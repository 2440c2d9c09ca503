import { LoginInput } from '@dashboard/contract/account-inputs'
import { ApiError } from '../../api/api-error.ts'

export type LoginFieldErrors = Partial<Record<keyof LoginInput, string>>

/**
 * Reads the values from the fields themselves: they are not stored in state, since some password managers fill them
 * without an event.
 */
export function readLogin(form: HTMLFormElement): LoginInput {
  const data = new FormData(form)
  return { username: String(data.get('username')), password: String(data.get('password')) }
}

export function missingFields(input: LoginInput): LoginFieldErrors {
  const issues = LoginInput.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
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
