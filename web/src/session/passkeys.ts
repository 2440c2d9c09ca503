import {
  beginPasskeySignIn,
  getPasskeyOffer,
  type PasskeyAnswer,
} from '@dashboard/contract/passkeys'
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/endpoint-query.ts'

export type PasskeySupport =
  | { state: 'unknown' | 'here' | 'browser' | 'nowhere' }
  /** The page was opened at another address than the one that passkeys are made for. */
  | { state: 'elsewhere'; origin: string }

/** Returns whether passkeys can be used on this page (docs/sign-in.md#passkeys). */
export function usePasskeySupport(): PasskeySupport {
  const { data } = useQuery(endpointQuery(getPasskeyOffer))
  if (!data) return { state: 'unknown' }
  if (data.origin === null) return { state: 'nowhere' }
  if (data.origin !== location.origin) return { state: 'elsewhere', origin: data.origin }
  return { state: browserSupportsWebAuthn() ? 'here' : 'browser' }
}

/** Has the browser ask its user for a passkey; what it returns is valid for one call. */
export async function askPasskey(): Promise<PasskeyAnswer> {
  const { options } = await call(beginPasskeySignIn)
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
  return { id, rawId, type, response }
}

/** Returns why there is no passkey, as far as browsers say. */
export function passkeyFailure(error: unknown, purpose: 'use' | 'make'): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return purpose === 'use'
      ? 'No passkey was used. Try again, or log in with your password.'
      : 'No passkey was made. Try again.'
  }
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.'
  if (error instanceof ApiError && error.message !== '') return error.message
  return 'The browser could not do this. Try again, or use another browser.'
}
