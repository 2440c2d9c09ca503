import type { IncomingHttpHeaders } from 'node:http'
import { Sha256Node } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'

/** Checks requests and presigned addresses by signing them again with the SDK's signer (AWS Signature Version 4). */

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export interface SignedRequest {
  method: string
  /** Path as sent, with its percent signs. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

/** S3's code and message for a refused request. */
export interface S3Refusal {
  status: number
  code: string
  message: string
}

const unsignedBody = 'UNSIGNED-PAYLOAD'
const maxSkewMs = 15 * 60_000
const maxExpirySeconds = 7 * 24 * 3_600

/** Returns why the request is refused, or `undefined` when its signature is valid. */
export async function checkSignature(
  request: SignedRequest,
  credentials: S3Credentials,
): Promise<S3Refusal | undefined> {
  const { query, headers } = request
  const isPresigned = query.has('X-Amz-Signature')
  const claim = isPresigned
    ? ['Credential', 'SignedHeaders', 'Signature'].map((name) => query.get(`X-Amz-${name}`) ?? '')
    : /Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)$/
        .exec(headers.authorization ?? '')
        ?.slice(1)
  if (!claim) return refusal(403, 'AccessDenied', 'Anonymous access is forbidden for this bucket')
  const [credential = '', signedHeaders = '', signature] = claim
  const [accessKeyId, , region] = credential.split('/')
  if (accessKeyId !== credentials.accessKeyId) {
    return refusal(403, 'InvalidAccessKeyId', 'The access key id does not exist in our records.')
  }
  if (region !== credentials.region) {
    const message = `the region '${region}' is wrong; expecting '${credentials.region}'`
    return refusal(400, 'AuthorizationHeaderMalformed', message)
  }
  const signedAt = readDate(query.get('X-Amz-Date') ?? String(headers['x-amz-date']))
  const expiresIn = Number(query.get('X-Amz-Expires'))
  const refused = isPresigned ? checkExpiry(signedAt, expiresIn) : checkClock(signedAt)
  if (refused) return refused
  if (String(headers['x-amz-content-sha256']).startsWith('STREAMING-')) {
    const message = 'A header you provided implies functionality that is not implemented'
    return refusal(501, 'NotImplemented', message)
  }
  const expected = await signAgain(request, { signedHeaders, signedAt, expiresIn }, credentials)
  if (expected === signature) return undefined
  const message = 'The request signature we calculated does not match the signature you provided.'
  return refusal(403, 'SignatureDoesNotMatch', message)
}

function refusal(status: number, code: string, message: string): S3Refusal {
  return { status, code, message }
}

function readDate(text: string): Date {
  return new Date(text.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
}

function checkClock(signedAt: Date): S3Refusal | undefined {
  if (Math.abs(Date.now() - signedAt.getTime()) <= maxSkewMs) return undefined
  const message = "The request's time and the server's are too far apart."
  return refusal(403, 'RequestTimeTooSkewed', message)
}

function checkExpiry(signedAt: Date, seconds: number): S3Refusal | undefined {
  if (!(seconds > 0 && seconds <= maxExpirySeconds)) {
    const message = 'X-Amz-Expires must be a number of seconds up to a week'
    return refusal(400, 'AuthorizationQueryParametersError', message)
  }
  if (Date.now() <= signedAt.getTime() + seconds * 1_000) return undefined
  return refusal(403, 'AccessDenied', 'Request has expired')
}

interface Signing {
  signedHeaders: string
  signedAt: Date
  /** In seconds; 0 for a request that is signed in its headers. */
  expiresIn: number
}

/** Returns the signature that the request must have. Every Amazon header must be signed, and the body that came. */
async function signAgain(
  { method, path, query, headers, body }: SignedRequest,
  { signedHeaders, signedAt, expiresIn }: Signing,
  { region, ...credentials }: S3Credentials,
): Promise<string | undefined> {
  const signer = new SignatureV4({
    credentials,
    region,
    service: 's3',
    sha256: Sha256Node,
    uriEscapePath: false,
  })
  const names = signedHeaders.split(';')
  const signed = Object.entries(headers).filter(
    ([name, value]) =>
      (names.includes(name) || name.startsWith('x-amz-')) &&
      // The signer computes the hash of the body that came.
      (name !== 'x-amz-content-sha256' || value === unsignedBody),
  )
  const again = {
    method,
    protocol: 'http:',
    hostname: '',
    path,
    query: Object.fromEntries(query),
    headers: Object.fromEntries(signed.map(([name, value]) => [name, String(value)])),
    body,
  }
  if (expiresIn === 0) {
    const { authorization } = (await signer.sign(again, { signingDate: signedAt })).headers
    return authorization?.split('Signature=')[1]
  }
  again.headers['X-Amz-Content-Sha256'] = unsignedBody
  const presigned = await signer.presign(again, { signingDate: signedAt, expiresIn })
  return String(presigned.query?.['X-Amz-Signature'])
}
