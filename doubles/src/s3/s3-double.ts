import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenOnLoopback, readBody } from '../loopback-server.ts'
import {
  answerList,
  answerObject,
  errorAnswer,
  type S3Answer,
  type S3Objects,
} from './s3-double-objects.ts'
import { checkSignature, type S3Credentials } from './s3-double-signature.ts'

/** A fault that the double responds with until another is set. */
export type S3Fault = {
  /** Restricts the fault to requests of this method. */
  method?: string
  /** Number of requests that get the fault. */
  times?: number
  /** Restricts the fault to requests for which it returns `true`. */
  when?(): boolean
} & (
  | { kind: 'error'; status: number; code: string }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  /** Responds with a page instead of XML. */
  | { kind: 'html' }
  /** Closes the connection without performing the request. */
  | { kind: 'break' }
  /** Sends half of the object, then closes the connection. */
  | { kind: 'truncate' }
  /** Reports success without performing the request. */
  | { kind: 'pretend' }
  /** Reports that the old version of a deleted object is retained. */
  | { kind: 'version' }
)

const credentials: S3Credentials = {
  accessKeyId: 'S3DOUBLEACCESSKEY',
  secretAccessKey: 's3/double+secret/key',
  region: 'us-east-1',
}
const bucket = 'dashboard'
const defaultPageSize = 1_000

interface S3DoubleOptions {
  /** Number of keys on one page of a list. */
  pageSize?: number
}

/**
 * Starts an S3 storage with one bucket, addressed by path; it checks signatures and responds with faults on request.
 */
export async function startS3Double(options: S3DoubleOptions = {}) {
  const { pageSize = defaultPageSize } = options
  const objects: S3Objects = new Map()
  const requests: { method: string; path: string }[] = []
  const faults = createFaults()

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const url = await listenOnLoopback(server)

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers, url: target = '/' } = request
    requests.push({ method, path: target })
    if (method === 'OPTIONS') return send(response, preflight(headers.origin))
    const body = await readBody(request)
    const current = faults.take(method)
    if (current && answerFault(current, response)) return
    const [path = '/', search = ''] = target.split('?', 2)
    const query = new URLSearchParams(search)
    const refusal = await checkSignature({ method, path, query, headers, body }, credentials)
    if (refusal) {
      return send(response, errorAnswer(refusal.status, refusal.code, refusal.message))
    }
    const [, bucketName = '', ...rest] = path.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (bucketName !== bucket) {
      return send(response, errorAnswer(404, 'NoSuchBucket', 'The bucket does not exist.'))
    }
    const contentType = headers['content-type']
    const answered =
      key === ''
        ? answerList(objects, query, pageSize)
        : answerObject(objects, key, { method, body, contentType })
    if (current?.kind === 'truncate' && Buffer.isBuffer(answered.body)) {
      response.writeHead(answered.status, answered.headers)
      response.write(answered.body.subarray(0, answered.body.length / 2), () => response.destroy())
    } else send(response, answered, headers.origin)
  }

  return {
    url,
    /** What STORAGE_URL is set to. */
    storageUrl: `s3://${bucket}/files?endpoint=${encodeURIComponent(url)}&region=${credentials.region}&forcePathStyle=true`,
    /** Variables with the right access key. */
    credentials: {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    objects,
    requests,
    setFault: faults.set,
    close: () => closeServer(server),
  }
}

function createFaults() {
  let fault: S3Fault | undefined
  return {
    set(next: S3Fault | undefined): void {
      fault = next && { ...next }
    },
    /** Returns the fault that this request gets. */
    take(method: string): S3Fault | undefined {
      const current = fault
      if (!current || !isFor(current, method)) return undefined
      if (current.times !== undefined) {
        current.times -= 1
        if (current.times <= 0) fault = undefined
      }
      return current
    },
  }
}

function isFor(fault: S3Fault, method: string): boolean {
  return (fault.method ?? method) === method && (fault.when?.() ?? true)
}

/**
 * Responds to a preflight request: a bucket for browsers needs rules for other origins; this one lets all of them PUT.
 */
function preflight(origin: string | undefined): S3Answer {
  const headers = {
    'access-control-allow-origin': origin ?? '*',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'content-type',
  }
  return { status: 200, headers }
}

/** Returns `true` when the fault has responded to the request. */
function answerFault(fault: S3Fault, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'error':
      send(response, errorAnswer(fault.status, fault.code, 'As asked for'))
      return true
    case 'hang':
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello')
      return true
    case 'break':
      response.destroy()
      return true
    case 'pretend':
      response.writeHead(204).end()
      return true
    case 'version':
      response.setHeader('x-amz-delete-marker', 'true')
      return false
    case 'truncate':
      return false
  }
}

function send(response: ServerResponse, { status, headers, body }: S3Answer, origin?: string) {
  if (origin !== undefined) response.setHeader('access-control-allow-origin', origin)
  // Node caches its own Date header for a second, in which a test may change the clock.
  const date = new Date().toUTCString()
  response.writeHead(status, { 'x-amz-request-id': 'S3DOUBLE', date, ...headers }).end(body)
}
