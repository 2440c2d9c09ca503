import { SettingsError } from './setting.ts'
import type { Variables } from './settings-variables.ts'

export type OpenIdSettings = NonNullable<ReturnType<typeof readOpenId>>
export type SignInSettings = ReturnType<typeof readSignInSettings>

/**
 * Reads the settings of signing in.
 * @throws SettingsError where settings contradict each other.
 */
export function readSignInSettings(variables: Variables) {
  const openId = readOpenId(variables)
  const { PASSWORD_SIGN_IN: passwords, RESCUE_ADMIN: rescueAdmin } = variables
  if (passwords === 'on') {
    if (rescueAdmin === undefined) return { openId, rescueAdmin }
    throw new SettingsError(
      'RESCUE_ADMIN is set, but PASSWORD_SIGN_IN is not "off": everybody signs in with a password then. Unset RESCUE_ADMIN, or set PASSWORD_SIGN_IN to "off".',
    )
  }
  if (openId === undefined) {
    throw new SettingsError(
      'PASSWORD_SIGN_IN is "off", but OIDC_ISSUER is not set: nobody could sign in. Set OIDC_ISSUER to an OpenID provider, or PASSWORD_SIGN_IN to "on".',
    )
  }
  if (rescueAdmin === undefined) {
    throw new SettingsError(
      'PASSWORD_SIGN_IN is "off", but RESCUE_ADMIN is not set: set it to the username of the one administrator who can sign in while the OpenID provider is unavailable.',
    )
  }
  return {
    /** `undefined`: there is no OpenID provider. */
    openId,
    /** The only user who may sign in with a password; `undefined`: everybody may. */
    rescueAdmin,
  }
}

function readOpenId(variables: Variables) {
  const { OIDC_ISSUER: issuer, PUBLIC_URL: publicUrl } = variables
  if (issuer === undefined) {
    refuseWithoutIssuer(variables)
    return undefined
  }
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  if (clientId === undefined || clientSecret === undefined) {
    throw new SettingsError(
      `${clientId === undefined ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET'} is not set, but OIDC_ISSUER is: set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to what the provider has given this dashboard.`,
    )
  }
  if (publicUrl === undefined) {
    throw new SettingsError(
      'PUBLIC_URL is not set, but OIDC_ISSUER is: set PUBLIC_URL to the address at which people open the dashboard, since the provider sends them back to it.',
    )
  }
  return {
    issuer: new URL(issuer).href,
    clientId,
    clientSecret,
    /** Address of the dashboard, without a slash at its end. */
    publicUrl: publicUrl.replace(/\/+$/, ''),
    scope: variables.OIDC_SCOPE,
    /** Name of the provider for people; shown on the button. */
    name: variables.OIDC_NAME ?? new URL(issuer).hostname,
    /** Whether a person without an account gets one at the first sign-in. */
    signUp: variables.OIDC_SIGN_UP === 'on',
    /** The claim that decides who gets an account, and with which role; `undefined`: everybody gets one, as a user. */
    roles: readRoles(variables),
  }
}

function readRoles(variables: Variables) {
  const { OIDC_ROLE_CLAIM: claim, OIDC_SIGN_UP: signUp } = variables
  const { OIDC_ADMIN_VALUES: adminValues, OIDC_USER_VALUES: userValues } = variables
  const values = adminValues === undefined ? 'OIDC_USER_VALUES' : 'OIDC_ADMIN_VALUES'
  const hasValues = adminValues !== undefined || userValues !== undefined
  if (claim === undefined && !hasValues) return undefined
  if (claim === undefined || !hasValues) {
    throw new SettingsError(
      claim === undefined
        ? `OIDC_ROLE_CLAIM is not set, but ${values} is: set OIDC_ROLE_CLAIM to the claim that holds such values.`
        : 'OIDC_ROLE_CLAIM is set, but neither OIDC_ADMIN_VALUES nor OIDC_USER_VALUES is: set at least one of them to values of that claim.',
    )
  }
  if (signUp === 'off') {
    throw new SettingsError(
      'OIDC_ROLE_CLAIM is set, but OIDC_SIGN_UP is "off": it only counts for accounts made at the first sign-in. Set OIDC_SIGN_UP to "on", or unset OIDC_ROLE_CLAIM.',
    )
  }
  return { claim, adminValues: adminValues ?? [], userValues }
}

/** Refuses settings of a provider without its issuer: otherwise, only the login page would show that it is missing. */
function refuseWithoutIssuer(variables: Variables): void {
  const names = [
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_NAME',
    'OIDC_ROLE_CLAIM',
    'OIDC_ADMIN_VALUES',
    'OIDC_USER_VALUES',
  ] as const
  const set =
    names.find((name) => variables[name] !== undefined) ??
    (variables.OIDC_SIGN_UP === 'on' ? 'OIDC_SIGN_UP' : undefined)
  if (set === undefined) return
  throw new SettingsError(
    `${set} is set, but OIDC_ISSUER is not: set OIDC_ISSUER to the address of the OpenID provider, or unset ${set}.`,
  )
}
