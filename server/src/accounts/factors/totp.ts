import { productName } from '@dashboard/contract/product-name'
import { Secret, TOTP } from 'otpauth'

/** The parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many time steps before and after the present one are accepted, for clocks that differ. */
const leewaySteps = 1
const secretBytes = 20

/** Returns a new secret in Base32, which users can type. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** Returns the address that authenticator apps read from the QR code. */
export function totpAddress(secret: string, username: string): string {
  return new TOTP({ ...parameters, issuer: productName, label: username, secret }).toString()
}

/** Returns the time step whose code this is, now or one step before or after; `undefined` for a wrong code. */
export function totpStep(secret: string, code: string): number | undefined {
  // The library throws for characters of several bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = Date.now()
  const totp = new TOTP({ ...parameters, secret })
  const delta = totp.validate({ token: code, timestamp, window: leewaySteps })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
