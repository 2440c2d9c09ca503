import { SettingsError } from './setting.ts'
import type { Variables } from './settings-variables.ts'

export interface LocustSettings {
  url: string
  credentials:
    | { kind: 'none' }
    | { kind: 'bearer'; token: string }
    | { kind: 'basic'; username: string; password: string }
}

export function readLocust(variables: Variables): LocustSettings | undefined {
  const { LOCUST_URL: url, LOCUST_TOKEN: token } = variables
  const { LOCUST_USERNAME: username, LOCUST_PASSWORD: password } = variables
  if (url === undefined) {
    refuseCredentialsWithoutAddress(variables)
    return undefined
  }
  if (token !== undefined && username !== undefined) {
    throw new SettingsError(
      'LOCUST_TOKEN and LOCUST_USERNAME are both set: set the token, or username and password, not both.',
    )
  }
  if (token !== undefined) return { url, credentials: { kind: 'bearer', token } }
  if (username === undefined && password === undefined)
    return { url, credentials: { kind: 'none' } }
  if (username === undefined || password === undefined) {
    throw new SettingsError(
      `${username === undefined ? 'LOCUST_USERNAME' : 'LOCUST_PASSWORD'} is not set: Locust needs both LOCUST_USERNAME and LOCUST_PASSWORD.`,
    )
  }
  return { url, credentials: { kind: 'basic', username, password } }
}

/** Refuses credentials without an address: they mean real volunteers, so sample data must not take their place. */
function refuseCredentialsWithoutAddress(variables: Variables): void {
  const names = ['LOCUST_TOKEN', 'LOCUST_USERNAME', 'LOCUST_PASSWORD'] as const
  const set = names.find((name) => variables[name] !== undefined)
  if (set === undefined) return
  throw new SettingsError(
    `${set} is set, but LOCUST_URL is not: set LOCUST_URL to the address that exports read from, or unset ${set} to export sample data.`,
  )
}
