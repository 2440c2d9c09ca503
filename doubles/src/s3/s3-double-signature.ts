import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Checks requests and presigned addresses by AWS Signature Version 4, implemented from its description. */

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

interface Claim {
  accessKeyId: string
  /** `<date>/<region>/s3/aws4_request` */
  scope: string
  signedHeaders: string[]
  signature: string
  /** Format as in `20261120T101500Z`. */
  date: string
  payloadHash: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const maxSkewMs = 15 * 60_000
const maxExpirySeconds = 7 * 24 * 3_600

/** Returns why the request is refused, or `undefined` when its signature is valid. */
export function checkSignature(
  request: SignedRequest,
  credentials: S3Credentials,
): S3Refusal | undefined {
  const isPresigned = request.query.has('X-Amz-Signature')
  const claim = isPresigned ? readPresigned(request) : readHeader(request)
  if (claim === undefined) return denied('Anonymous access is forbidden for this bucket')
  if (claim.accessKeyId !== credentials.accessKeyId) {
    return refusal('InvalidAccessKeyId', 'The access key id does not exist in our records.')
  }
  const [, region] = claim.scope.split('/')
  if (region !== credentials.region) {
    return {
      status: 400,
      code: 'AuthorizationHeaderMalformed',
      message: `the region '${region}' is wrong; expecting '${credentials.region}'`,
    }
  }
  return (
    (isPresigned ? checkExpiry(request, claim) : checkClock(claim)) ??
    checkSignedHeaders(request, claim) ??
    checkBody(request, claim, isPresigned) ??
    compare(request, claim, credentials)
  )
}

function refusal(code: string, message: string): S3Refusal {
  return { status: 403, code, message }
}

function denied(message: string): S3Refusal {
  return refusal('AccessDenied', message)
}

function readHeader({ headers }: SignedRequest): Claim | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!match) return undefined
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature = ''] = match
  return {
    accessKeyId,
    scope,
    signature,
    signedHeaders: signedHeaders.split(';'),
    date: String(headers['x-amz-date'] ?? ''),
    payloadHash: String(headers['x-amz-content-sha256'] ?? ''),
  }
}

function readPresigned({ query }: SignedRequest): Claim | undefined {
  const [accessKeyId = '', ...scope] = (query.get('X-Amz-Credential') ?? '').split('/')
  if (query.get('X-Amz-Algorithm') !== algorithm) return undefined
  return {
    accessKeyId,
    scope: scope.join('/'),
    signature: query.get('X-Amz-Signature') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    date: query.get('X-Amz-Date') ?? '',
    payloadHash: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  }
}

function readDate(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (!parts) return Number.NaN
  const [, year, month, day, hour, minute, second] = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

function checkClock({ date }: Claim): S3Refusal | undefined {
  if (Math.abs(Date.now() - readDate(date)) <= maxSkewMs) return undefined
  return refusal('RequestTimeTooSkewed', "The request's time and the server's are too far apart.")
}

function checkExpiry({ query }: SignedRequest, { date }: Claim) {
  const seconds = Number(query.get('X-Amz-Expires'))
  if (!(seconds > 0 && seconds <= maxExpirySeconds)) {
    const message = 'X-Amz-Expires must be a number of seconds up to a week'
    return { status: 400, code: 'AuthorizationQueryParametersError', message }
  }
  return Date.now() > readDate(date) + seconds * 1_000 ? denied('Request has expired') : undefined
}

/** Requires that the host and every Amazon header of the request are signed. */
function checkSignedHeaders({ headers }: SignedRequest, { signedHeaders }: Claim) {
  const needed = Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
  const unsigned = ['host', ...needed].find((name) => !signedHeaders.includes(name))
  if (unsigned === undefined) return undefined
  return denied(`There were headers present in the request which were not signed: ${unsigned}`)
}

function checkBody({ body }: SignedRequest, { payloadHash }: Claim, isPresigned: boolean) {
  if (payloadHash === 'UNSIGNED-PAYLOAD') return undefined
  if (payloadHash.startsWith('STREAMING-')) {
    const message = 'A header you provided implies functionality that is not implemented'
    return { status: 501, code: 'NotImplemented', message }
  }
  if (isPresigned || payloadHash === sha256(body)) return undefined
  const message = 'The provided x-amz-content-sha256 header does not match what was computed.'
  return { status: 400, code: 'XAmzContentSHA256Mismatch', message }
}

function compare(request: SignedRequest, claim: Claim, { secretAccessKey }: S3Credentials) {
  const canonical = [
    request.method,
    request.path,
    canonicalQuery(request.query),
    ...claim.signedHeaders.map((name) => `${name}:${headerValue(request.headers, name)}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n')
  const toSign = [algorithm, claim.date, claim.scope, sha256(canonical)].join('\n')
  const key = claim.scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  const expected = hmac(key, toSign)
  const given = Buffer.from(claim.signature, 'hex')
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined
  return refusal(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  )
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function headerValue(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ')
}

/** Encodes everything but letters, digits and -_.~, unlike `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
