import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose/jwt/sign'
import { z } from 'zod'
import { misconfigured } from '../sheet-error.ts'
import { type GoogleRequestOptions, type PlainAnswer, requestOnce } from './google-http.ts'
import { type GoogleKey, readGoogleKey } from './google-key.ts'

const scope = 'https://www.googleapis.com/auth/spreadsheets'
const assertionSeconds = 3_600

const Token = z.object({ access_token: z.string().min(1) })
const Refusal = z.object({ error: z.string(), error_description: z.string().optional() })

export type GoogleAccount = ReturnType<typeof openGoogleAccount>

export function openGoogleAccount(serviceAccount: string) {
  let token: string | undefined
  return {
    /** Returns the address that a spreadsheet has to be shared with. */
    email: async () => (await readGoogleKey(serviceAccount)).email,
    async authorize(options: GoogleRequestOptions): Promise<string> {
      token ??= await requestToken(await readGoogleKey(serviceAccount), options)
      return `Bearer ${token}`
    },
    /** Discards a token that Google no longer accepts: each is valid for an hour. */
    dropToken() {
      token = undefined
    },
  }
}

/** Exchanges a signed assertion for a token (RFC 7523). */
async function requestToken(key: GoogleKey, options: GoogleRequestOptions): Promise<string> {
  const url = new URL(key.tokenUri)
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(key),
  })
  const answer = await requestOnce(url, { method: 'POST', headers: {}, body }, options)
  const token = Token.safeParse(answer.json)
  if (answer.status === 200 && token.success) return token.data.access_token
  throw refused(key, url.host, answer)
}

async function signAssertion(key: GoogleKey): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1_000)
  const assertion = new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(key.keyId && { kid: key.keyId }) })
    .setIssuer(key.email)
    .setAudience(key.tokenUri)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + assertionSeconds)
  try {
    return await assertion.sign(createPrivateKey(key.privateKey))
  } catch (cause) {
    throw misconfigured(
      'The private key in GOOGLE_SERVICE_ACCOUNT is damaged. Set it to the key file exactly as Google gave it.',
      { cause },
    )
  }
}

function refused({ email }: GoogleKey, host: string, { status, json }: PlainAnswer): Error {
  const refusal = Refusal.safeParse(json)
  if (!refusal.success) {
    return misconfigured(
      `${host} answered with ${status} and no token. Check token_uri in GOOGLE_SERVICE_ACCOUNT, and any proxy in between.`,
    )
  }
  const { error, error_description: description = error } = refusal.data
  const advice = /short-lived|iat|exp/.test(description)
    ? "Check this machine's clock."
    : 'Create a new key for the service account and set GOOGLE_SERVICE_ACCOUNT to it.'
  return misconfigured(
    `Google does not accept the key of ${email}: ${description.replace(/\.$/, '')}. ${advice}`,
  )
}
