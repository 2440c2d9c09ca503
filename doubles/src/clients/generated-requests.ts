import fc from 'fast-check'
import type { Operation } from './described-operations.ts'
import { compressedBodies, hostileBodies, nearBodies } from './hostile-bodies.ts'
import { oddAddresses, oddParameters } from './odd-addresses.ts'
import { type KnownValues, valuesOf } from './schema-values.ts'

export const requestKinds = [
  'valid',
  'near-valid',
  'hostile',
  'compressed',
  'odd address',
  'odd method',
  'odd header',
  'malformed',
] as const
export type RequestKind = (typeof requestKinds)[number]

export type Caller = 'nobody' | 'user' | 'admin' | 'forged'

export interface GeneratedRequest {
  kind: RequestKind
  /** The described call that the request was generated from. */
  operation: string
  caller: Caller
  method: string
  target: string
  /** Lines of the head, as they are sent. */
  headers: readonly string[]
  body: Uint8Array
  /** The request is not HTTP, so any 4xx may refuse it. */
  isMalformed?: boolean
  /** The server may close the connection without an answer. */
  mayGoUnanswered?: boolean
  /** The client stops sending before all announced bytes are sent. */
  hangsUp?: boolean
}

const callers = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Caller>('nobody') },
  { weight: 1, arbitrary: fc.constant<Caller>('forged') },
  { weight: 3, arbitrary: fc.constant<Caller>('user') },
  { weight: 8, arbitrary: fc.constant<Caller>('admin') },
)

const nothing = new Uint8Array()
/**
 * Longest body that a server always reads. A server that refuses a longer one closes the connection while the body is
 * being sent, and the client may see the reset before the answer.
 */
const alwaysReadBytes = 500_000
const json = 'Content-Type: application/json'

/** Returns requests of every kind for one described call. */
export function requestsFor(
  operation: Operation,
  known: KnownValues,
): fc.Arbitrary<GeneratedRequest> {
  const valid = validRequests(operation, known)
  return fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 8, arbitrary: valid.chain(nearValid) },
    { weight: 4, arbitrary: valid.chain(hostile) },
    { weight: 2, arbitrary: valid.chain(compressed) },
    { weight: 4, arbitrary: valid.chain(oddlyAddressed) },
    { weight: 2, arbitrary: valid.chain(oddMethods) },
    { weight: 3, arbitrary: valid.chain(oddHeaders) },
    { weight: 1, arbitrary: valid.chain(malformed) },
  )
}

type ValidRequest = GeneratedRequest & { value: unknown; pathWith(odd: string): string }

function validRequests(operation: Operation, known: KnownValues): fc.Arbitrary<ValidRequest> {
  const { method, path, parameters, requestBody, operationId } = operation
  const thing = path.split('/')[2] ?? ''
  const model = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, valuesOf(schema, known, `${thing}.${name}`)]),
  )
  const schema = requestBody?.content['application/json']?.schema
  const isBinary = requestBody !== undefined && schema === undefined
  return fc
    .record({
      caller: callers,
      values: fc.record(model),
      value: schema ? valuesOf(schema, known) : fc.constant(undefined),
      bytes: isBinary ? fc.uint8Array({ maxLength: 3_000 }) : fc.constant(nothing),
      unpacks: fc.constantFrom('', '', 'Accept-Encoding: gzip', 'Accept-Encoding: br, *;q=0'),
    })
    .map(({ caller, values, value, bytes, unpacks }) => {
      const pathWith = (odd?: string) =>
        path.replaceAll(/\{(\w+)\}/g, (_, name) => odd ?? encodeURIComponent(String(values[name])))
      const query = parameters
        .filter((each) => each.in === 'query')
        .map(({ name }) => `${name}=${encodeURIComponent(String(values[name]))}`)
      const headers = [unpacks, schema ? json : isBinary ? 'Content-Type: image/png' : '']
      return {
        kind: 'valid',
        operation: operationId,
        caller,
        method,
        target: query.length > 0 ? `${pathWith()}?${query.join('&')}` : pathWith(),
        headers: headers.filter((line) => line !== ''),
        body: value === undefined ? bytes : Buffer.from(JSON.stringify(value)),
        value,
        pathWith,
      }
    })
}

function nearValid(request: ValidRequest): fc.Arbitrary<GeneratedRequest> {
  const bodies = nearBodies(request.value ?? {}).map((text) => ({
    ...request,
    kind: 'near-valid' as const,
    headers: [json],
    body: Buffer.from(text),
  }))
  if (request.pathWith('x') === request.pathWith('y')) return bodies
  const addresses = oddParameters.map((odd) => ({
    ...request,
    kind: 'near-valid' as const,
    target: request.pathWith(odd),
  }))
  return request.value === undefined ? addresses : fc.oneof(bodies, addresses)
}

function hostile(request: ValidRequest): fc.Arbitrary<GeneratedRequest> {
  const types = fc.oneof(
    { weight: 6, arbitrary: fc.constant(json) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(
          ...['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'],
          ...[
            'application/json; charset=utf-16',
            'application/json;',
            'application/',
            '/',
            ';',
            'é',
          ],
          ...[
            'application/json, text/plain',
            'APPLICATION/JSON',
            'image/svg+xml',
            'application/xml',
          ],
        )
        .map((type) => `Content-Type: ${type}`),
    },
    { weight: 1, arbitrary: fc.constant('X-None: 1') },
  )
  return fc.record({ type: types, body: hostileBodies }).map(({ type, body }) => ({
    ...request,
    kind: 'hostile',
    headers: [type],
    body,
    mayGoUnanswered: body.length > alwaysReadBytes,
  }))
}

function compressed(request: ValidRequest): fc.Arbitrary<GeneratedRequest> {
  const body = request.body.length > 0 ? request.body : Buffer.from('{}')
  return compressedBodies(body).map(([encoding, packed]) => ({
    ...request,
    kind: 'compressed',
    headers: [json, `Content-Encoding: ${encoding}`],
    body: packed,
  }))
}

function oddlyAddressed(request: ValidRequest): fc.Arbitrary<GeneratedRequest> {
  return oddAddresses(request.target).map((target) => ({ ...request, kind: 'odd address', target }))
}

function oddMethods(request: ValidRequest): fc.Arbitrary<GeneratedRequest> {
  const methods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']
  const few = ['QUERY', 'SEARCH', 'MKCOL', 'M-SEARCH', 'PURGE']
  return fc.constantFrom(...methods, ...few).map((method) => ({
    ...request,
    kind: 'odd method',
    method,
    // Requests with these methods have no body.
    ...(['HEAD', 'TRACE'].includes(method) && { body: nothing, headers: [] }),
  }))
}

function oddHeaders(request: ValidRequest): fc.Arbitrary<GeneratedRequest> {
  return fc
    .constantFrom(
      ...['If-None-Match: *', 'If-None-Match: "', `If-None-Match: ${'"a",'.repeat(1_000)}`],
      ...['Range: bytes=0-0', 'Range: bytes=9-1,x', 'Accept: text/xml', 'Accept-Encoding: *;q=0'],
      ...['Accept-Encoding: zstd, gzip;q=x', 'Authorization: Basic eA==', 'Authorization: Bearer'],
      ...[
        'Cookie: session_token=x',
        'Origin: null',
        'X-Http-Method-Override: DELETE',
        'Expect: 100-continue',
      ],
      ...[
        'X-Forwarded-For: ,,"',
        'X-Forwarded-Proto: javascript',
        'Forwarded: for="_x"',
        'Upgrade: h2c',
      ],
      ...[
        'Content-Type: application/json\r\nContent-Type: text/plain',
        `X-Long: ${'x'.repeat(8_000)}`,
      ],
      ...['Host: a\r\nX-Host: b', 'Via: é', 'Traceparent: 00-0-0-0', 'If-Modified-Since: never'],
    )
    .map((line) => ({ ...request, kind: 'odd header', headers: [...request.headers, line] }))
}

function malformed(request: ValidRequest): fc.Arbitrary<GeneratedRequest> {
  const not = { ...request, kind: 'malformed' as const, isMalformed: true }
  const lines = fc
    .constantFrom(
      ...['Content-Length: 1\r\nContent-Length: 2', 'Content-Length: -1', 'Content-Length: x'],
      ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'No colon', 'A: \0'],
      ...[`X-Huge: ${'x'.repeat(20_000)}`, 'A : b', ': b', 'Expect: a-wonder'],
    )
    .map((line) => ({ ...not, headers: [...request.headers, line] }))
  const targets = fc
    .constantFrom('*', 'nowhere', `${request.target} x`, '', `/${'x'.repeat(20_000)}`, '/\u0007')
    .map((target) => ({ ...not, target }))
  const methods = fc.constantFrom('get', 'GE T', '', 'CONNECT', 'NONE').map((method) => ({
    ...not,
    method,
    mayGoUnanswered: true,
  }))
  const brokenOff = fc.constant({
    ...not,
    headers: [json, 'Content-Length: 1000'],
    mayGoUnanswered: true,
    hangsUp: true,
  })
  return fc.oneof(lines, targets, methods, brokenOff)
}
