import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import type { Configuration } from 'openid-client'
import { isClientRefused } from './explain-provider.ts'

const timeoutSeconds = 5

export interface DiscoveredProvider {
  /** One for each way to send the client's secret that the provider offers; the first is tried first. */
  configurations: Configuration[]
  /** How far the provider's clock is before this one's, in milliseconds; `undefined` where it sends no time. */
  clockAheadMs: number | undefined
}

export async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: OpenIdSettings): Promise<DiscoveredProvider> {
  // Loaded only where a provider is set up, and only when it is used.
  const client = await import('openid-client')
  const server = new URL(issuer)
  const setUp = [
    client.enableNonRepudiationChecks,
    ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ]
  let clockAheadMs: number | undefined
  const found = await client.discovery(server, clientId, clientSecret, undefined, {
    execute: setUp,
    timeout: timeoutSeconds,
    [client.customFetch]: async (url, options) => {
      const answer = await fetchDescription(url, options as RequestInit)
      const date = Date.parse(answer.headers.get('date') ?? '')
      clockAheadMs = Number.isNaN(date) ? undefined : date - Date.now()
      return answer
    },
  })
  const metadata = found.serverMetadata()
  // A provider that does not state its methods supports Basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  // In the body first: providers disagree on how Basic escapes a secret such as "a-b_c.d~e".
  const ways = [
    ...(methods.includes('client_secret_post') ? [client.ClientSecretPost(clientSecret)] : []),
    ...(methods.includes('client_secret_basic') ? [client.ClientSecretBasic(clientSecret)] : []),
  ]
  const configurations = ways.map((way) => {
    const configuration = new client.Configuration(metadata, clientId, clientSecret, way)
    for (const each of setUp) each(configuration)
    configuration.timeout = timeoutSeconds
    return configuration
  })
  return { configurations: configurations.length > 0 ? configurations : [found], clockAheadMs }
}

/** Fetches the provider's description; some have it at the same address with a slash, to which they redirect. */
async function fetchDescription(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, options)
  const location = answer.headers.get('location')
  const isSlashAdded = location !== null && URL.parse(location, url)?.href === `${url}/`
  return isSlashAdded ? fetch(`${url}/`, options) : answer
}

/**
 * Does what needs the client's secret, in each way that the provider offers until it accepts one: many providers accept
 * only the way that is set for this client. The accepted one is the first from then on.
 */
export async function asClient<T>(
  discovered: DiscoveredProvider,
  work: (configuration: Configuration) => Promise<T>,
): Promise<T> {
  let refusal: unknown
  for (const configuration of discovered.configurations) {
    try {
      const result = await work(configuration)
      discovered.configurations = [configuration]
      return result
    } catch (error) {
      if (!(await isClientRefused(error))) throw error
      refusal = error
    }
  }
  throw refusal
}
