import type { FinishInput } from '@dashboard/contract/openid'
import type { takeOpenIdAttempt } from '../../session/openid-attempt.ts'

type Attempt = ReturnType<typeof takeOpenIdAttempt>

export type ProviderReturn =
  | { purpose: 'sign-in' | 'link'; body: FinishInput }
  /** The reason why no answer can be sent. */
  | { refusal: string }

/**
 * Reads the address that a provider has sent users back to. All texts are our own, since anybody can write an address.
 */
export function readProviderReturn(search: string, attempt: Attempt): ProviderReturn {
  const parameters = new URLSearchParams(search)
  if (attempt === undefined) {
    return { refusal: 'This sign-in did not begin in this window. Begin again.' }
  }
  const error = parameters.get('error')
  if (error === 'access_denied') return { refusal: 'It was cancelled on the other page.' }
  if (error !== null) {
    return {
      refusal: 'The other page did not let you in. Try again, or ask an administrator.',
    }
  }
  const { purpose, key } = attempt
  const issuer = parameters.get('iss')
  return {
    purpose,
    body: {
      code: parameters.get('code') ?? '',
      state: parameters.get('state') ?? '',
      ...(issuer !== null && { issuer }),
      key,
    },
  }
}
