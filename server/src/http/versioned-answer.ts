import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readVersions, type VersionedData } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns the tag of an answer: a digest of the versions of the data that it is made of and of everything else that it
 * depends on. The versions are read before the answer's data: then an answer is at worst newer than its tag, and the
 * next poll corrects that. The tag is weak, since the same body may be sent compressed or not.
 */
export async function readTag(
  db: Db,
  reads: readonly VersionedData[],
  basis: Readonly<Record<string, unknown>>,
): Promise<string> {
  const versions = await readVersions(db, reads)
  const text = JSON.stringify({ ...basis, versions })
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
}

/** Large lists take megabytes for each version, and nearly all callers have the last version or the one before. */
const cachedBodies = 10

/**
 * Caches the last bodies of one endpoint: each version is made, checked, serialized and compressed once for all
 * callers.
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
    if (this.#bodies.size > cachedBodies && unused !== undefined) this.#bodies.delete(unused)
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

/** A list of 50 KB takes a millisecond; 20,000 reports become 500 KB of 7 MB, in 160 ms. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
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
