import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { errors, jwtVerify } from 'jose'

const appId = 246_810
const maxSeconds = 600
const hourMs = 3_600_000

/** Cached: generating a key pair takes longer than most tests. */
let keyPair: { privateKey: KeyObject; publicKey: KeyObject } | undefined

interface Answer {
  status: number
  body: object
}

export type DoubleApp = ReturnType<typeof createDoubleApp>

/** Creates a GitHub App with one installation, which issues tokens to a client that signs as the App. */
export function createDoubleApp() {
  keyPair ??= generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const { privateKey, publicKey } = keyPair
  const endsAt = new Map<string, number>()
  const app = {
    login: 'dashboard-app[bot]',
    isSuspended: false,
    /** `undefined` once the App is uninstalled. */
    installationId: 1_357_911 as number | undefined,
    /** Settings of the server, with the key in GitHub's format. */
    credentials: {
      kind: 'app' as const,
      appId: String(appId),
      installationId: '1357911',
      privateKey: String(privateKey.export({ type: 'pkcs1', format: 'pem' })),
    },
    /** Responds to a request for a token of an installation. */
    async grant(installation: string, authorization: string | undefined): Promise<Answer> {
      const refused = await refuseClaims(authorization, publicKey)
      if (refused) return refused
      if (Number(installation) !== app.installationId) return refusal(404, 'Not Found')
      if (app.isSuspended) return refusal(403, 'This installation has been suspended')
      // As long as GitHub's own tokens may be.
      const token = `ghs_${appId}_${randomBytes(300).toString('base64url')}`
      const end = Date.now() + hourMs
      endsAt.set(token, end)
      return {
        status: 201,
        body: {
          token,
          expires_at: new Date(end).toISOString().replace(/\.\d+Z$/, 'Z'),
          permissions: { actions: 'write', metadata: 'read' },
          repository_selection: 'selected',
        },
      }
    },
    accepts: (token: string) =>
      app.installationId !== undefined && (endsAt.get(token) ?? 0) > Date.now(),
    revokeTokens: () => endsAt.clear(),
  }
  return app
}

/** Accepts only a short-lived token that the App has signed. */
async function refuseClaims(
  authorization: string | undefined,
  publicKey: KeyObject,
): Promise<Answer | undefined> {
  const token = authorization?.replace(/^bearer /i, '') ?? ''
  try {
    await jwtVerify(token, publicKey, {
      algorithms: ['RS256'],
      issuer: String(appId),
      maxTokenAge: maxSeconds,
    })
    return undefined
  } catch (error) {
    return error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss'
      ? refusal(404, 'Integration not found')
      : refusal(401, 'A JSON web token could not be decoded')
  }
}

function refusal(status: number, message: string): Answer {
  const documentation = 'https://docs.github.com/rest'
  return { status, body: { message, documentation_url: documentation, status: String(status) } }
}
