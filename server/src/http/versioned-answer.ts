import type { FastifyReply, FastifyRequest } from 'fastify'

const keptBodies = 50

/** Sends `makeBody()` as JSON, or 304 to who has this version already. */
export type SendVersioned = (
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  makeBody: () => Promise<object>,
) => Promise<FastifyReply>

/**
 * For polled lists. The version must name everything that the body depends on, such as
 * `jobs-17-limit-100`, and be read before the body's data: then a body is at worst newer than its
 * version, and the next poll corrects that. Each version's body is made and serialized once.
 */
export function createVersionedSender(): SendVersioned {
  const bodies = new Map<string, Promise<string>>()

  const bodyOf = (tag: string, makeBody: () => Promise<object>): Promise<string> => {
    const kept = bodies.get(tag)
    if (kept) return kept
    const made = makeBody().then((body) => JSON.stringify(body))
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
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const body = await bodyOf(tag, makeBody)
    return reply.code(200).type('application/json; charset=utf-8').send(body)
  }
}

/** Whether a conditional request already has this version; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === opaque)
}
