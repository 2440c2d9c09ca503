import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'

const scope = 'https://www.googleapis.com/auth/spreadsheets'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const maxAssertionSeconds = 3_600
const tokenSeconds = 3_599

export interface TokenAnswer {
  status: number
  body: object
}

/** Cached: generating a key pair takes longer than most tests. */
let keyPair: ReturnType<typeof makeKeyPair> | undefined

function makeKeyPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 })
}

/** Creates a service account and the endpoint that exchanges signed assertions for tokens (RFC 7523). */
export function createDoubleAccount(tokenUri: string) {
  keyPair ??= makeKeyPair()
  const { privateKey, publicKey } = keyPair
  const email = 'dashboard@sheets-double.iam.gserviceaccount.com'
  const key = {
    type: 'service_account',
    project_id: 'sheets-double',
    private_key_id: randomBytes(20).toString('hex'),
    private_key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    client_email: email,
    client_id: '100000000000000000001',
    token_uri: tokenUri,
  }
  const tokens = new Set<string>()

  return {
    email,
    /** Value of GOOGLE_SERVICE_ACCOUNT. */
    keyJson: JSON.stringify(key),
    async grant(form: URLSearchParams): Promise<TokenAnswer> {
      if (form.get('grant_type') !== grantType) return refusal('unsupported_grant_type')
      const assertion = form.get('assertion') ?? ''
      const payload = await verify(assertion, publicKey, { email, tokenUri })
      if (typeof payload === 'string') return refusal('invalid_grant', payload)
      const isLong = Number(payload.exp) - Number(payload.iat) > maxAssertionSeconds
      if (isLong) return refusal('invalid_grant', shortLived)
      if (payload.scope !== scope) return refusal('invalid_scope')
      const token = randomBytes(24).toString('base64url')
      tokens.add(token)
      return {
        status: 200,
        body: { access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' },
      }
    },
    accepts(authorization: string | undefined): boolean {
      return tokens.has(authorization?.replace(/^Bearer /, '') ?? '')
    },
    /** Ends all tokens, as an hour or an administrator does. */
    revokeTokens(): void {
      tokens.clear()
    },
  }
}

const shortLived =
  'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.'

/** Returns the claims of the assertion, or the real service's message for why it is refused. */
async function verify(
  assertion: string,
  publicKey: Parameters<typeof jwtVerify>[1],
  { email, tokenUri }: { email: string; tokenUri: string },
): Promise<JWTPayload | string> {
  try {
    const { payload } = await jwtVerify(assertion, publicKey, {
      algorithms: ['RS256'],
      issuer: email,
      audience: tokenUri,
      maxTokenAge: maxAssertionSeconds,
      clockTolerance: 60,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return 'Invalid JWT Signature.'
    if (error instanceof errors.JWTExpired) return shortLived
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss') {
      return 'Invalid grant: account not found'
    }
    return 'Invalid JWT: Failed audience check.'
  }
}

function refusal(error: string, description = error): TokenAnswer {
  return { status: 400, body: { error, error_description: description } }
}
