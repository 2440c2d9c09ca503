import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000

/**
 * The code that an authenticator app with this key shows, or with 1 the next one, which the server takes, too. Each
 * works once: a spec that needs a second code asks for the next. The code before is not offered here: the server
 * stops taking it when the present step ends, which may be before it is sent.
 */
export function codeOf(key: string, steps: 0 | 1 = 0): string {
  const secret = Secret.fromBase32(key.replaceAll(/\s/g, ''))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs })
}
