import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import { type AppError, badGateway } from '../../http/app-error.ts'
import { cacheNewest } from '../../http/cache-newest.ts'
import { type Attempt, attemptExpired, type StartedAttempt } from './attempts.ts'
import { type Claims, emailOf, mergeClaims } from './claims.ts'
import { asClient, type DiscoveredProvider, discoverProvider } from './discover-provider.ts'
import { explainProvider } from './explain-provider.ts'

/** The provider's own description is read again after this time. */
const cacheMs = 10 * 60_000

/** The path to which the provider sends users back, below the dashboard's own address. */
export const returnPath = '/login/openid'

export interface ProviderAnswer {
  code: string
  state: string
  issuer?: string | undefined
}

/** The OpenID provider; the first request is sent when somebody signs in (docs/decisions/0044-openid-connect.md). */
export interface Provider {
  /** Returns the provider's page for a new sign-in, and what its answer is checked against. Throws 502. */
  begin(): Promise<StartedAttempt & { url: string }>
  /**
   * Returns the claims about the person. Throws 410 for a code that is no longer valid, 502 for an answer that cannot
   * be trusted.
   */
  identify(answer: ProviderAnswer, attempt: Attempt): Promise<Claims>
}

/** Creates the provider; `otherWay` ends the sentence that says it cannot be reached. */
export function createProvider(settings: OpenIdSettings, otherWay: string): Provider {
  const { publicUrl, scope, name } = settings
  const failureOf = async (error: unknown) => {
    const { kind, sentence } = await explainProvider(error, settings)
    if (kind === 'over') return attemptExpired()
    const cause = new Error(sentence, { cause: error })
    return kind === 'wrong'
      ? untrusted(name, cause)
      : badGateway(`${name} cannot be reached right now. Try again in a moment${otherWay}.`, cause)
  }
  const redirectUri = `${publicUrl}${returnPath}`
  const cached = cacheNewest<DiscoveredProvider>()
  const discover = () => {
    const period = Math.floor(performance.now() / cacheMs)
    return cached(settings.issuer, String(period), () => discoverProvider(settings))
  }
  return {
    async begin() {
      const client = await import('openid-client')
      const { configurations } = await discover().catch(async (error: unknown) => {
        throw await failureOf(error)
      })
      const [configuration] = configurations
      if (configuration === undefined) throw new Error('The provider offers no way to sign in')
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
        throw await failureOf(error)
      }
    },
  }
}

/** Returns the claims. The library checks state, nonce, code verifier, issuer, audience, times and signature. */
async function readClaims(
  discovered: DiscoveredProvider,
  redirectUri: string,
  { code, state, issuer }: ProviderAnswer,
  { nonce, codeVerifier }: Attempt,
  { roles }: OpenIdSettings,
): Promise<Claims> {
  const client = await import('openid-client')
  const returned = new URL(redirectUri)
  returned.search = new URLSearchParams({ code, state, ...(issuer && { iss: issuer }) }).toString()
  const { configuration, tokens } = await asClient(discovered, async (each) => ({
    configuration: each,
    tokens: await client.authorizationCodeGrant(each, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    }),
  }))
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('There is no ID token')
  const isComplete =
    emailOf(claims) !== null && (roles === undefined || claims[roles.claim] !== undefined)
  // Many providers return names, address and groups only there.
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return mergeClaims(claims, more)
}

function untrusted(name: string, cause: unknown): AppError {
  return badGateway(
    `The answer of ${name} cannot be used, so you were not signed in. Try again; if it happens again, an administrator has to look into it.`,
    cause,
  )
}
