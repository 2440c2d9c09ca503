import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface RawAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** The body, unpacked. */
  body: Buffer
  elapsedMs: number
}

const givingUpMs = 60_000

/**
 * Sends bytes unchanged over a new connection, and returns the first response; `undefined` when the server closes the
 * connection without one. The bytes must ask for `Connection: close`.
 * @throws when the exchange takes longer than a minute.
 */
export async function sendBytes(
  url: string,
  chunks: readonly Uint8Array[],
  { hangsUp = false } = {},
): Promise<RawAnswer | undefined> {
  const { hostname, port } = new URL(url)
  const startedAt = performance.now()
  const received = await new Promise<Buffer>((resolve, reject) => {
    const parts: Uint8Array[] = []
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    socket.setTimeout(givingUpMs, () => {
      socket.destroy()
      reject(new Error(`No end of the answer within ${givingUpMs / 1_000} s`))
    })
    socket.on('data', (part) => parts.push(Buffer.from(part)))
    // A server may refuse a long body by closing the connection; a response that arrived before counts.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(Buffer.concat(parts)))
    for (const chunk of chunks) socket.write(chunk)
    if (hangsUp) socket.end()
  })
  return readAnswer(received, performance.now() - startedAt)
}

function readAnswer(received: Buffer, elapsedMs: number): RawAnswer | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n')
  const rest = received.subarray(headEnd + 4)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  // 100 Continue comes before the response.
  if (status < 200) return readAnswer(rest, elapsedMs)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const sent = headers['transfer-encoding'] === 'chunked' ? joinChunks(rest) : rest
  return { status, headers, body: unpack(sent, headers['content-encoding']), elapsedMs }
}

function joinChunks(sent: Buffer): Buffer {
  const chunks: Buffer[] = []
  let at = 0
  while (at < sent.length) {
    const lineEnd = sent.indexOf('\r\n', at)
    const size = Number.parseInt(sent.subarray(at, lineEnd).toString('latin1'), 16)
    if (lineEnd < 0 || Number.isNaN(size)) throw new Error('A chunk of the answer has no size')
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(sent.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  throw new Error('The answer broke off between its chunks')
}

function unpack(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined) return body
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
}
