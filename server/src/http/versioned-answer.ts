import { versionHeader } from '@dashboard/contract/health'
import { scopeOfUser } from '@dashboard/store/database/scope'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerBody, keepBody } from './answer-body.ts'

/** Of large lists each version may be megabytes, and who asks has mostly the last one or the one before. */
const keptBodies = 10

/** Sends `makeBody()`, an object or its JSON, or 304 to who has this version already; all is sent when it answers. */
export type SendVersioned = (
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  makeBody: () => Promise<object | string>,
) => Promise<void>

/**
 * For polled lists. The version must name everything that the body depends on, such as
 * `jobs-17-limit-100`, and be read before the body's data: then a body is at worst newer than its
 * version, and the next poll corrects that. Each version's body is made, serialized and compressed once, for all
 * who ask.
 */
export function createVersionedSender(): SendVersioned {
  const bodies = new Map<string, Promise<AnswerBody>>()
  let last: AnswerBody | undefined

  const bodyOf = (tag: string, makeBody: () => Promise<object | string>) => {
    const kept = bodies.get(tag)
    if (kept) return kept
    const made = makeBody().then((body) => {
      const next = keepBody(typeof body === 'string' ? body : JSON.stringify(body))
      // A job that has only written its log makes another version of the same list, which is compressed already.
      if (last?.bytes.equals(next.bytes)) return last
      last = next
      return next
    })
    made.catch(() => bodies.delete(tag))
    const oldest = bodies.keys().next().value
    if (bodies.size >= keptBodies && oldest !== undefined) bodies.delete(oldest)
    bodies.set(tag, made)
    return made
  }

  return async (request, reply, version, makeBody) => {
    // Weak, since the same body may travel compressed or not.
    const tag = `W/"${inTag(version)}${scopeSuffix(request)}"`
    const headers = { etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' }
    if (matchesTag(request.headers['if-none-match'], tag)) {
      // Past the framework: what it and its hooks add says how to use a body, and costs as much as all the rest.
      reply.hijack()
      const serverVersion = reply.getHeader(versionHeader)
      reply.raw
        .writeHead(304, { ...headers, ...(serverVersion && { [versionHeader]: serverVersion }) })
        .end()
      return
    }
    reply.headers(headers)
    const body = await bodyOf(tag, makeBody)
    const { encoding, bytes } = await body.encodedFor(request.headers['accept-encoding'])
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    reply.code(200).type('application/json; charset=utf-8').send(bytes)
  }
}

/** What a tag may hold (RFC 9110, 8.8.3). */
const isTagText = /^[!#-~]*$/

/** A version may name what a path does, in any script. */
function inTag(version: string): string {
  return isTagText.test(version) ? version : encodeURIComponent(version)
}

/** Keeps what is made for one scope from everybody of another; added here, where no list can leave it out. */
function scopeSuffix({ session }: FastifyRequest): string {
  const { circuits, key } = scopeOfUser(session?.user ?? { role: 'user', circuits: null })
  return circuits === null ? '' : `-${key}`
}

/** Whether a conditional request already has this version; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag) return true
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === opaque)
}
