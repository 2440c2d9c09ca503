import { SettingsError } from './setting.ts'
import type { Variables } from './settings-variables.ts'

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

const appNames = ['GITHUB_APP_ID', 'GITHUB_APP_INSTALLATION_ID', 'GITHUB_APP_PRIVATE_KEY'] as const

function readGithubCredentials(variables: Variables) {
  const { GITHUB_TOKEN: token } = variables
  const set = appNames.find((name) => variables[name] !== undefined)
  if (token !== undefined && set !== undefined) {
    throw new SettingsError(
      `GITHUB_TOKEN and ${set} are both set: set the token, or what belongs to a GitHub App, not both.`,
    )
  }
  if (token !== undefined) return { kind: 'token' as const, token }
  const all = appNames.join(', ')
  if (set === undefined) {
    throw new SettingsError(
      `GITHUB_TOKEN is not set, but WORKFLOW_ENGINE is "github": set it to a token with Actions read and write, or set ${all}.`,
    )
  }
  const [appId, installationId, privateKey] = appNames.map((name) => {
    const value = variables[name]
    if (value === undefined) {
      throw new SettingsError(`${name} is not set: a GitHub App needs ${all}.`)
    }
    return value
  }) as [string, string, string]
  return { kind: 'app' as const, appId, installationId, privateKey }
}
