import {
  codesOf,
  connectionReason,
  findConnectionReason,
} from '@dashboard/store/outside/connection-reasons'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'

export interface ProviderFault {
  /**
   * `unavailable`: it does not answer at present; `over`: the sign-in is no longer valid; `wrong`: somebody has to fix
   * it.
   */
  kind: 'unavailable' | 'over' | 'wrong'
  /** For the log and the system check: what is wrong, then what to do. */
  sentence: string
}

/** How many causes of an error are followed: an error may be its own. */
const maxCauses = 6

/** Errors about the client; Glewlwyd and Keycloak call a wrong secret `unauthorized_client`. */
const clientErrors = ['invalid_client', 'unauthorized_client']
/** Errors about the code; the second is Glewlwyd's. */
const codeErrors = ['invalid_grant', 'invalid_code']

/** Whether the provider refuses the client's id or secret. */
export async function isClientRefused(error: unknown): Promise<boolean> {
  const { ResponseBodyError, WWWAuthenticateChallengeError } = await import('openid-client')
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401
  if (!(error instanceof ResponseBodyError)) return false
  return error.status === 401 || clientErrors.includes(error.error)
}

/** Explains why a request to the provider failed, or why its answer cannot be used. */
export async function explainProvider(
  error: unknown,
  { issuer }: Pick<OpenIdSettings, 'issuer'>,
): Promise<ProviderFault> {
  const provider = `The OpenID provider ${issuer}`
  const wrong = (what: string, advice: string): ProviderFault => ({
    kind: 'wrong',
    sentence: `${provider} ${what}. ${advice}`,
  })
  const unavailable = (reason: string): ProviderFault => ({
    kind: 'unavailable',
    sentence: `${provider} cannot be reached: ${reason}. Check OIDC_ISSUER, and that this machine may reach it.`,
  })
  if (await isClientRefused(error)) {
    const advice =
      'Set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to what the provider has for this client.'
    return wrong('refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET', advice)
  }
  const { ResponseBodyError } = await import('openid-client')
  if (error instanceof ResponseBodyError) {
    if (codeErrors.includes(error.error)) {
      return { kind: 'over', sentence: `${provider} does not know the code any more.` }
    }
    return wrong(`refuses the request (${error.error})`, 'Check how this client is set up there.')
  }
  const codes = codesOf(error)
  const facts = readFacts(error)
  const has = (code: string) => codes.includes(code)
  if (facts.attribute === 'issuer') {
    const own = String(Reflect.get(Object(facts.body), 'issuer'))
    return wrong(`calls itself "${own}"`, 'Set OIDC_ISSUER to exactly that.')
  }
  const algorithm = facts.alg ?? Reflect.get(Object(facts.header), 'alg')
  if (algorithm !== undefined) {
    const advice = 'Let it sign the ID tokens of this client with RS256.'
    return wrong(`signs with ${algorithm}, which is not supported`, advice)
  }
  if (has('OAUTH_JWT_TIMESTAMP_CHECK_FAILED')) {
    const advice = 'Set the clock of this machine, or that of the provider.'
    return wrong('answers with a time that is not now', advice)
  }
  const status = Number(facts.status)
  if (has('OAUTH_RESPONSE_IS_NOT_CONFORM') && status >= 500) {
    return unavailable(`it answers with ${status}`)
  }
  if (has('OAUTH_RESPONSE_IS_NOT_CONFORM') && status >= 300 && status < 400) {
    const to = facts.headers instanceof Headers ? facts.headers.get('location') : null
    return wrong(`redirects to ${to ?? 'another address'}`, 'Set OIDC_ISSUER to the issuer there.')
  }
  if (has('OAUTH_RESPONSE_IS_NOT_CONFORM') || has('OAUTH_RESPONSE_IS_NOT_JSON')) {
    const what = facts.status === undefined ? '' : ` (${facts.status})`
    return wrong(`answers with something other than OpenID${what}`, 'Correct OIDC_ISSUER.')
  }
  if (has('OAUTH_TIMEOUT')) return unavailable('it did not answer in time')
  const reason = findConnectionReason(error)
  if (reason !== undefined) return unavailable(reason)
  const code = codes.findLast((each) => each.startsWith('OAUTH_'))
  if (code === undefined) return unavailable(connectionReason(error))
  const advice = 'Check how this client is set up there; the log has more.'
  return wrong(`gives an answer that does not fit (${code})`, advice)
}

/** Returns the root cause of an error, such as the provider's answer, if that is not an error. */
function readFacts(error: unknown): Record<string, unknown> {
  let at = error
  for (let depth = 0; at instanceof Error && depth < maxCauses; depth += 1) at = at.cause
  return Object(at)
}
