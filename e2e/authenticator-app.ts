import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000

/**
 * Returns the code that an authenticator app with this key shows or, with 1, the next code, which the server accepts,
 * too. Each code works once, so a spec that needs a second code uses the next one. The previous code is not available
 * here: the server stops accepting it when the present step ends, which may be before it is sent.
 */
export function codeOf(key: string, steps: 0 | 1 = 0): string {
  const secret = Secret.fromBase32(key.replaceAll(/\s/g, ''))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs })
}
