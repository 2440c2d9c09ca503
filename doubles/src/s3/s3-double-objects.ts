import { createHash } from 'node:crypto'

export interface S3Object {
  content: Buffer
  contentType: string
  modifiedAt: Date
}

/** Objects of one bucket, keyed by their key. */
export type S3Objects = Map<string, S3Object>

export interface S3Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Responds to GET, HEAD, PUT and DELETE of one object. */
export function answerObject(
  objects: S3Objects,
  key: string,
  { method, body, contentType }: { method: string; body: Buffer; contentType: string | undefined },
): S3Answer {
  if (method === 'PUT') {
    const type = contentType ?? 'binary/octet-stream'
    objects.set(key, { content: body, contentType: type, modifiedAt: new Date() })
    return { status: 200, headers: { etag: etagOf(body) } }
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  const object = objects.get(key)
  if (!object) return errorAnswer(404, 'NoSuchKey', 'The specified key does not exist.')
  if (method !== 'GET' && method !== 'HEAD') {
    return errorAnswer(405, 'MethodNotAllowed', 'The specified method is not allowed.')
  }
  const headers = {
    'content-type': object.contentType,
    'content-length': String(object.content.length),
    'last-modified': object.modifiedAt.toUTCString(),
    etag: etagOf(object.content),
  }
  return { status: 200, headers, ...(method === 'GET' && { body: object.content }) }
}

/** Responds to ListObjectsV2: a page of objects in the order of their keys' bytes. */
export function answerList(objects: S3Objects, query: URLSearchParams, pageSize: number): S3Answer {
  if (query.get('list-type') !== '2') {
    return errorAnswer(501, 'NotImplemented', 'Only version 2 of the list is known here.')
  }
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token')
  const after = token === null ? '' : Buffer.from(token, 'base64url').toString()
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  const page = keys.slice(0, pageSize)
  const isTruncated = keys.length > page.length
  const next = Buffer.from(page.at(-1) ?? '').toString('base64url')
  const contents = page.map((key) => {
    const { content, modifiedAt } = objects.get(key) ?? { content: '', modifiedAt: new Date() }
    return `<Contents>${tag('Key', key)}${tag('LastModified', modifiedAt.toISOString())}${tag('Size', String(content.length))}</Contents>`
  })
  const body = [
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    tag('IsTruncated', String(isTruncated)),
    isTruncated ? tag('NextContinuationToken', next) : '',
    ...contents,
    '</ListBucketResult>',
  ].join('')
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xml(body) }
}

export function errorAnswer(status: number, code: string, message: string): S3Answer {
  const body = xml(`<Error>${tag('Code', code)}${tag('Message', message)}</Error>`)
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

function xml(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function tag(name: string, text: string): string {
  return `<${name}>${text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')}</${name}>`
}
