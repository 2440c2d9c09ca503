import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { scopeOfUser } from '@dashboard/store/database/scope'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What the handler of a polled list returns. The version must name everything that the answer depends on, such as
 * `jobs-17-limit-100`, and be read before the answer's data: then an answer is at worst newer than its version, and the
 * next poll corrects that.
 */
export class Versioned<Answer> {
  readonly version: string
  readonly make: () => Promise<Answer>

  constructor(version: string, make: () => Promise<Answer>) {
    this.version = version
    this.make = make
  }
}

export function versioned<Answer>(version: string, make: () => Promise<Answer>): Versioned<Answer> {
  return new Versioned(version, make)
}

/** Large lists take megabytes for each version, and nearly all callers have the last version or the one before. */
const keptBodies = 10

/**
 * Keeps the last bodies of one endpoint: each version is made, checked, serialized and compressed once for all callers.
 */
export class VersionedBodies {
  readonly #bodies = new Map<string, Promise<AnswerBody>>()

  /** Returns the body to send under a tag, or `undefined` for a caller who has it already. */
  async bodyFor(
    { headers }: FastifyRequest,
    tag: string,
    makeText: () => Promise<string>,
  ): Promise<EncodedBody | undefined> {
    if (matchesTag(headers['if-none-match'], tag)) return undefined
    const body = this.#bodies.get(tag) ?? this.#make(tag, makeText)
    // Moved to the end, so that searches do not push out the lists that all clients poll.
    this.#bodies.delete(tag)
    this.#bodies.set(tag, body)
    const [unused] = this.#bodies.keys()
    if (this.#bodies.size > keptBodies && unused !== undefined) this.#bodies.delete(unused)
    return (await body).encodedFor(headers['accept-encoding'])
  }

  #make(tag: string, makeText: () => Promise<string>): Promise<AnswerBody> {
    const body = makeText().then((text) => new AnswerBody(text))
    body.catch(() => this.#bodies.delete(tag))
    return body
  }
}

/** Sends a body under its tag, or 304 when there is no body. */
export function sendVersioned(
  reply: FastifyReply,
  tag: string,
  body: EncodedBody | undefined,
): FastifyReply {
  reply.headers({
    etag: tag,
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
  })
  if (body === undefined) return reply.code(304).send()
  if (body.encoding !== undefined) reply.header('content-encoding', body.encoding)
  return reply.code(200).type('application/json; charset=utf-8').send(body.bytes)
}

/** Returns the tag of a version; it is weak, since the same body may be sent compressed or not. */
export function tagOf(request: FastifyRequest, version: string): string {
  return `W/"${inTag(version)}${scopeSuffix(request)}"`
}

/** The characters that a tag may have (RFC 9110, 8.8.3). */
const isTagText = /^[!#-~]*$/

/** Returns the version in characters that a tag may have: a version may contain text of any script. */
function inTag(version: string): string {
  return isTagText.test(version) ? version : encodeURIComponent(version)
}

/**
 * Returns the part of a tag that names the caller's scope, so that an answer made for one scope is never sent to
 * another; added here, where no list can leave it out.
 */
function scopeSuffix({ session }: FastifyRequest): string {
  const { circuits, key } = scopeOfUser(session?.user ?? { role: 'user', circuits: null })
  return circuits === null ? '' : `-${key}`
}

/** Whether a conditional request already has this version; compares weakly (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === opaque)
}

type Encoding = 'br' | 'gzip'

interface EncodedBody {
  encoding: Encoding | undefined
  bytes: Buffer
}

/** Smaller bodies are not compressed, as with other answers. */
const smallestCompressed = 1_024

/**
 * Lists are compressed several times a second while a job runs. Quality 1 takes half the time of quality 2, and the
 * result is 1 to 2 % larger.
 */
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 3 }),
}

/** An answer's bytes, and its compressed forms once a client has requested them. */
class AnswerBody {
  readonly #bytes: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.#bytes = Buffer.from(text)
  }

  async encodedFor(acceptEncoding: string | undefined): Promise<EncodedBody> {
    const accepted =
      acceptEncoding === undefined || this.#bytes.length < smallestCompressed
        ? 'identity'
        : negotiate(acceptEncoding, ['br', 'gzip', 'identity'])
    if (accepted !== 'br' && accepted !== 'gzip') return { encoding: undefined, bytes: this.#bytes }
    const compressed = this.#compressed.get(accepted) ?? compressors[accepted](this.#bytes)
    this.#compressed.set(accepted, compressed)
    return { encoding: accepted, bytes: await compressed }
  }
}
