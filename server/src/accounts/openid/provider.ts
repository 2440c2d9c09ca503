import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import type { Configuration } from 'openid-client'
import { type AppError, badGateway } from '../../http/app-error.ts'
import { type Attempt, attemptOver, type Begun } from './attempts.ts'
import { type Claims, emailOf, mergeClaims } from './claims.ts'

/** The timeout of each request to the provider. */
const timeoutSeconds = 5
/** The provider's own description is read again after this time. */
const keptMs = 10 * 60_000

/** The path to which the provider sends users back, below the dashboard's own address. */
export const returnPath = '/login/openid'

/** What the provider has sent back. */
export interface ProviderAnswer {
  code: string
  state: string
  issuer?: string | undefined
}

/** The OpenID provider; the first request is sent when somebody signs in (docs/decisions/0044-openid-connect.md). */
export interface Provider {
  /** Returns the provider's page for a new sign-in, and what its answer is checked against. Throws 502. */
  begin(): Promise<Begun & { url: string }>
  /**
   * Returns the claims about the person. Throws 410 for a code that is no longer valid, 502 for an answer that cannot
   * be trusted.
   */
  identify(answer: ProviderAnswer, attempt: Attempt): Promise<Claims>
}

/** Creates the provider; `otherWay` ends the sentence that says it cannot be reached. */
export function createProvider(settings: OpenIdSettings, otherWay: string): Provider {
  const { publicUrl, scope, name } = settings
  const away = (cause: unknown) =>
    badGateway(`${name} cannot be reached right now. Try again in a moment${otherWay}.`, cause)
  const redirectUri = `${publicUrl}${returnPath}`
  const discover = keepForAWhile(() => discoverProvider(settings))
  // Loaded only where a provider is set up, and only when it is used.
  const load = () => import('openid-client')
  return {
    async begin() {
      const client = await load()
      const configuration = await discover().catch((error: unknown) => {
        throw away(error)
      })
      const begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge_method: 'S256',
        code_challenge: await client.calculatePKCECodeChallenge(begun.codeVerifier),
      })
      return { ...begun, url: url.href }
    },
    async identify(answer, attempt) {
      try {
        return await readClaims(await discover(), redirectUri, answer, attempt, settings)
      } catch (error) {
        throw (await recognize(name, error)) ?? away(error)
      }
    },
  }
}

async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: OpenIdSettings): Promise<Configuration> {
  const client = await import('openid-client')
  const server = new URL(issuer)
  const isPlain = server.protocol === 'http:'
  const setUp = [
    client.enableNonRepudiationChecks,
    ...(isPlain ? [client.allowInsecureRequests] : []),
  ]
  const found = await client.discovery(server, clientId, clientSecret, undefined, {
    execute: setUp,
    timeout: timeoutSeconds,
  })
  const metadata = found.serverMetadata()
  // A provider that does not state its methods supports Basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (!methods.includes('client_secret_basic')) return found
  const authentication = client.ClientSecretBasic(clientSecret)
  const configuration = new client.Configuration(metadata, clientId, clientSecret, authentication)
  for (const each of setUp) each(configuration)
  configuration.timeout = timeoutSeconds
  return configuration
}

/** Returns the claims. The library checks state, nonce, code verifier, issuer, audience, times and signature. */
async function readClaims(
  configuration: Configuration,
  redirectUri: string,
  { code, state, issuer }: ProviderAnswer,
  { nonce, codeVerifier }: Attempt,
  { roles }: OpenIdSettings,
): Promise<Claims> {
  const client = await import('openid-client')
  const returned = new URL(redirectUri)
  returned.search = new URLSearchParams({ code, state, ...(issuer && { iss: issuer }) }).toString()
  const tokens = await client.authorizationCodeGrant(configuration, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('There is no ID token')
  const isComplete =
    emailOf(claims) !== null && (roles === undefined || claims[roles.claim] !== undefined)
  // Many providers return names, address and groups only there.
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return mergeClaims(claims, more)
}

/** The library's codes for answers that arrived but do not fit the request. */
const refused = /^OAUTH_(JWT_|INVALID_|JSON_ATTRIBUTE|KEY_SELECTION|UNSUPPORTED|MISSING)/

/** Returns the error that an answer stands for; `undefined` when no answer came. */
async function recognize(name: string, error: unknown): Promise<Error | undefined> {
  const client = await import('openid-client')
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') {
    return attemptOver()
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isRefusal = error instanceof client.ResponseBodyError || refused.test(code)
  return isRefusal ? untrusted(name, error) : undefined
}

function untrusted(name: string, cause: unknown): AppError {
  return badGateway(
    `The answer of ${name} cannot be used, so you were not signed in. Try again; if it happens again, tell an administrator.`,
    cause,
  )
}

/**
 * Returns a function that keeps what `read` returns for a while. All who call at once share one request; a failure is
 * not kept.
 */
function keepForAWhile<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined
  return () => {
    if (kept !== undefined && performance.now() < kept.until) return kept.value
    const value = read()
    const reading = { value, until: performance.now() + keptMs }
    kept = reading
    value.catch(() => {
      if (kept === reading) kept = undefined
    })
    return value
  }
}
