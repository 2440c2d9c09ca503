import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { inPasswordQueue } from './password-queue.ts'

interface Cost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** The cost that OWASP recommends for argon2id. */
export const hashCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const saltBytes = 16
const tagBytes = 32

const computeArgon2 = promisify(argon2)

/** Returns the hash with its salt and cost, in the PHC text format. Throws 429 when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await derive(password, salt, { ...hashCost, tagLength: tagBytes })
  const { memory, passes, parallelism } = hashCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

/**
 * Whether the password has this hash. Without a hash, for an unknown user, it takes as long and returns `false`. Throws
 * 429 when too many wait.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parsed = hash === undefined ? undefined : parseHash(hash)
  const { salt, tag, ...parameters } = parsed ?? { ...hashCost, salt: emptySalt, tag: emptyTag }
  const derived = await derive(password, salt, { ...parameters, tagLength: tag.length })
  return timingSafeEqual(derived, tag) && parsed !== undefined
}

/** Replaces the hash of an account without a password: no password matches it, and checking one takes the same time. */
export const noPassword = 'none'

const emptySalt = Buffer.alloc(saltBytes)
const emptyTag = Buffer.alloc(tagBytes)

// Leaves out characters that are mistaken for each other.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Returns a password to be used once and then changed: 24 characters, about 138 bits. */
export function generatePassword(): string {
  return Array.from({ length: 24 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function derive(password: string, nonce: Buffer, parameters: Cost & { tagLength: number }) {
  const message = password.normalize('NFC')
  return inPasswordQueue(() => computeArgon2('argon2id', { message, nonce, ...parameters }))
}

function parseHash(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!match) return undefined
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
