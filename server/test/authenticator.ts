import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** An authenticator for tests that makes one passkey and signs with it, as a phone does. */

const flags = { present: 1, verified: 4, hasCredential: 64 }

type Cbor = string | number | Buffer | Map<string | number, Cbor>

/** Encodes the part of CBOR that an authenticator uses. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [encode(key), encode(each)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([type * 32 + size])
  return size < 256
    ? Buffer.from([type * 32 + 24, size])
    : Buffer.from([type * 32 + 25, size >> 8, size & 255])
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')

interface AuthenticatorOptions {
  origin: string
  rpId: string
}

export function createAuthenticator({ origin, rpId }: AuthenticatorOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  let counter = 0

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  const authenticatorData = (bits: number, more: Buffer[] = []) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const rpIdHash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([rpIdHash, Buffer.from([bits]), count, ...more])
  }
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }

  return {
    id: credential.id,
    /** Returns the answer to the options for a new passkey. */
    make(challenge: string, isVerified = true) {
      const key = encode(coseKey)
      const bits = flags.present + flags.hasCredential + (isVerified ? flags.verified : 0)
      const length = Buffer.from([0, id.length])
      const authData = authenticatorData(bits, [Buffer.alloc(16), length, id, key])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(encode(attestation)),
          transports: ['internal'],
        },
      }
    },
    /** Returns the answer to the options for a sign-in. */
    sign(challenge: string, { from = origin, isVerified = true } = {}) {
      counter += 1
      const data = authenticatorData(flags.present + (isVerified ? flags.verified : 0))
      const client = clientData('webauthn.get', challenge, from)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(createSign('sha256').update(signed).sign(privateKey)),
        },
      }
    },
  }
}
