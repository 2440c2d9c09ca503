import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerBody, keepBody } from './answer-body.ts'

/** Of large lists each version may be megabytes, and who asks has mostly the last one or the one before. */
const keptBodies = 10

/** Sends `makeBody()` as JSON, or 304 to who has this version already; all is sent when it answers. */
export type SendVersioned = (
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  makeBody: () => Promise<object>,
) => Promise<void>

/**
 * For polled lists. The version must name everything that the body depends on, such as
 * `jobs-17-limit-100`, and be read before the body's data: then a body is at worst newer than its
 * version, and the next poll corrects that. Each version's body is made, serialized and compressed once, for all
 * who ask.
 */
export function createVersionedSender(): SendVersioned {
  const bodies = new Map<string, Promise<AnswerBody>>()

  const bodyOf = (tag: string, makeBody: () => Promise<object>): Promise<AnswerBody> => {
    const kept = bodies.get(tag)
    if (kept) return kept
    const made = makeBody().then((body) => keepBody(JSON.stringify(body)))
    made.catch(() => bodies.delete(tag))
    const oldest = bodies.keys().next().value
    if (bodies.size >= keptBodies && oldest !== undefined) bodies.delete(oldest)
    bodies.set(tag, made)
    return made
  }

  return async (request, reply, version, makeBody) => {
    // Weak, since the same body may travel compressed or not.
    const tag = `W/"${version}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    reply.header('vary', 'accept-encoding')
    if (matchesTag(request.headers['if-none-match'], tag)) {
      reply.code(304).send()
      return
    }
    const body = await bodyOf(tag, makeBody)
    const { encoding, bytes } = await body.encodedFor(request.headers['accept-encoding'])
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    reply.code(200).type('application/json; charset=utf-8').send(bytes)
  }
}

/** Whether a conditional request already has this version; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag) return true
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === opaque)
}
