import { SettingsError } from './setting.ts'
import type { Variables } from './settings-variables.ts'

export type GithubCredentials =
  | { kind: 'token'; token: string }
  | {
      kind: 'app'
      /** Id or client id of the App. */
      appId: string
      installationId: string
      /** PKCS#8 key, in PEM. */
      privateKey: string
    }

export function readEngine(variables: Variables) {
  if (variables.WORKFLOW_ENGINE === 'local') return { kind: 'local' as const }
  const { GITHUB_REPOSITORY: repository } = variables
  if (repository === undefined) {
    throw new SettingsError(
      'GITHUB_REPOSITORY is not set, but WORKFLOW_ENGINE is "github": set it to owner/name.',
    )
  }
  const [owner = '', repo = ''] = repository.split('/')
  return {
    kind: 'github' as const,
    owner,
    repo,
    ref: variables.GITHUB_REF,
    credentials: readGithubCredentials(variables),
    apiUrl: variables.GITHUB_API_URL,
  }
}

function readGithubCredentials(variables: Variables): GithubCredentials {
  const { GITHUB_TOKEN: token } = variables
  const { GITHUB_APP_ID: appId, GITHUB_APP_INSTALLATION_ID: installationId } = variables
  const { GITHUB_APP_PRIVATE_KEY: privateKey } = variables
  const ofApp = {
    GITHUB_APP_ID: appId,
    GITHUB_APP_INSTALLATION_ID: installationId,
    GITHUB_APP_PRIVATE_KEY: privateKey,
  }
  const names = Object.keys(ofApp)
  const set = Object.entries(ofApp).find(([, value]) => value !== undefined)
  if (token !== undefined && set !== undefined) {
    throw new SettingsError(
      `GITHUB_TOKEN and ${set[0]} are both set: set the token, or what belongs to a GitHub App, not both.`,
    )
  }
  if (token !== undefined) return { kind: 'token', token }
  if (set === undefined) {
    throw new SettingsError(
      `GITHUB_TOKEN is not set, but WORKFLOW_ENGINE is "github": set it to a token with Actions read and write, or set ${names.join(', ')}.`,
    )
  }
  if (appId === undefined || installationId === undefined || privateKey === undefined) {
    const missing = Object.entries(ofApp).find(([, value]) => value === undefined)
    throw new SettingsError(`${missing?.[0]} is not set: a GitHub App needs ${names.join(', ')}.`)
  }
  return { kind: 'app', appId, installationId, privateKey }
}
