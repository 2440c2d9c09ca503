import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000

/**
 * The code that an authenticator app with this key shows, or one of the steps beside it, which the server takes,
 * too: -1, then 0, then 1 are three sign-ins in a row.
 */
export function codeOf(key: string, steps: -1 | 0 | 1 = 0): string {
  const secret = Secret.fromBase32(key.replaceAll(/\s/g, ''))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs })
}
