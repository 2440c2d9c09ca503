import { failedCheckOf, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import type { Configuration } from 'openid-client'
import { asClient, discoverProvider } from './discover-provider.ts'
import { explainProvider, isClientRefused } from './explain-provider.ts'
import { returnPath } from './provider.ts'

/** The difference of clocks that an ID token tolerates. */
const toleratedMs = 30_000
/** How the client library checks signatures. */
const checkedAlgorithms = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/

/** Checks the provider, its clock and the client's secret; signs nobody in. */
export async function checkProvider(settings: OpenIdSettings): Promise<PreflightCheck> {
  const name = 'OpenID provider'
  try {
    const discovered = await discoverProvider(settings)
    const fault = faultOf(discovered.clockAheadMs, discovered.configurations[0])
    if (fault !== undefined) return failedCheckOf(name, fault, '')
    await asClient(discovered, (configuration) => trySecret(configuration, settings))
    return passedCheck(name, `${settings.name} can be reached, and accepts the client's secret.`)
  } catch (error) {
    const { sentence } = await explainProvider(error, settings)
    return failedCheckOf(name, sentence, 'Check OIDC_ISSUER.')
  }
}

function faultOf(clockAheadMs = 0, configuration?: Configuration): string | undefined {
  if (Math.abs(clockAheadMs) > toleratedMs) {
    const seconds = Math.round(Math.abs(clockAheadMs) / 1_000)
    const side = clockAheadMs > 0 ? 'ahead of' : 'behind'
    return `Its clock is ${seconds} seconds ${side} this machine's. Set the one that is wrong.`
  }
  const offered = configuration?.serverMetadata().id_token_signing_alg_values_supported
  if (offered === undefined || offered.some((each) => checkedAlgorithms.test(each))) return
  return `It signs with ${offered.join(', ')} only, which is not supported. Let it sign ID tokens with RS256.`
}

/** Sends a code that the provider never issued: it checks the client's secret before the code. */
async function trySecret(configuration: Configuration, settings: OpenIdSettings): Promise<void> {
  const { genericGrantRequest, randomPKCECodeVerifier, ResponseBodyError } = await import(
    'openid-client'
  )
  try {
    await genericGrantRequest(configuration, 'authorization_code', {
      code: 'system-check',
      redirect_uri: `${settings.publicUrl}${returnPath}`,
      code_verifier: randomPKCECodeVerifier(),
    })
  } catch (error) {
    const isOfCode = error instanceof ResponseBodyError && !(await isClientRefused(error))
    if (!isOfCode) throw error
  }
}
