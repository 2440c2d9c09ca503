import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

type Encoding = 'br' | 'gzip'

/** Less is not worth it, as with other answers. */
const smallest = 1_024
/** Takes a millisecond at most; handed to a thread, twice the processor time, and a turn of that thread. */
const compressedAtOnce = 512 * 1_024
const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
/**
 * Lists are compressed several times a second while a job runs. Half the time of Brotli's quality 2, for a size that is 1
 * to 2 % larger (docs/decisions/0019-reads-of-every-request.md).
 */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 1,
  [constants.BROTLI_PARAM_LGWIN]: 18,
}
const gzipLevel = 3

interface EncodedBody {
  encoding: Encoding | undefined
  bytes: Buffer
}

/** An answer's bytes, and their compressed forms once somebody has wanted them. */
export interface AnswerBody {
  bytes: Buffer
  encodedFor(acceptEncoding: string | undefined): Promise<EncodedBody>
}

export function keepBody(text: string): AnswerBody {
  const bytes = Buffer.from(text)
  const plain = Promise.resolve({ encoding: undefined, bytes })
  const encoded = new Map<Encoding, Promise<EncodedBody>>()
  return {
    bytes,
    encodedFor(acceptEncoding) {
      const encoding = bytes.length < smallest ? undefined : choose(acceptEncoding)
      if (encoding === undefined) return plain
      const kept = encoded.get(encoding)
      if (kept) return kept
      const made = compress(bytes, encoding).then((compressed) => ({ encoding, bytes: compressed }))
      encoded.set(encoding, made)
      return made
    },
  }
}

function choose(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined
  const chosen = negotiate(acceptEncoding, ['br', 'gzip', 'identity'])
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined
}

/** Large ones on a thread of libuv: meanwhile others are answered. */
async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const isSmall = bytes.length <= compressedAtOnce
  if (encoding === 'br') {
    const options = { params: brotliParams }
    return isSmall ? brotliCompressSync(bytes, options) : compressBrotli(bytes, options)
  }
  const options = { level: gzipLevel }
  return isSmall ? gzipSync(bytes, options) : compressGzip(bytes, options)
}
