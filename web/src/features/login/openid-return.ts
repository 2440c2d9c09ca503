import { ApiError } from '../../api/api-error.ts'
import type { takeOpenIdAttempt } from '../../session/openid-attempt.ts'

type Attempt = ReturnType<typeof takeOpenIdAttempt>

/**
 * Reads the address that a provider has sent users back to. All texts are our own, since anybody can write an address.
 *
 * @throws ApiError with the reason why no answer can be sent.
 */
export function readProviderReturn(search: string, attempt: Attempt) {
  const parameters = new URLSearchParams(search)
  if (attempt === undefined) {
    throw new ApiError(0, 'This sign-in did not begin in this window. Begin again.')
  }
  const error = parameters.get('error')
  if (error === 'access_denied') throw new ApiError(0, 'It was cancelled on the other page.')
  if (error !== null) {
    throw new ApiError(0, 'The other page did not let you in. Try again, or ask an administrator.')
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
