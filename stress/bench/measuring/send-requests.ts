import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'

export interface Sending {
  url: string
  token?: string | undefined
  /** Total number of requests, spread over `connections`. */
  count: number
  connections: number
  /**
   * `known`: each connection sends the last ETag it received, as a browser does; `none`: each response is sent in full.
   */
  etags: 'known' | 'none'
}

export interface Sent {
  status: number
  bytes: number
  headers: IncomingHttpHeaders
}

/** Sends one request, by default a GET; returns the size of the body as transferred. */
export function sendRequest(url: string, options: RequestOptions): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>()
  const sent = request(url, options, (response) => {
    let bytes = 0
    response.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    response.on('error', reject)
    response.on('end', () => {
      resolve({ status: response.statusCode ?? 0, bytes, headers: response.headers })
    })
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

/** Sends the requests and returns the last response. Throws when a status is neither 200 nor 304. */
export async function sendRequests(sending: Sending): Promise<Sent | undefined> {
  const { url, token, count, connections, etags } = sending
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = count
  let last: Sent | undefined
  const one = async () => {
    let etag: string | undefined
    while (left > 0) {
      left -= 1
      const answer = await sendRequest(url, { headers: headersOf(token, etag), agent })
      if (answer.status !== 200 && answer.status !== 304) {
        throw new Error(`${url} was answered ${answer.status}`)
      }
      if (etags === 'known') etag = answer.headers.etag ?? etag
      last = answer
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, one))
  } finally {
    agent.destroy()
  }
  return last
}

/** Returns the headers that browsers send. */
export function headersOf(
  token: string | undefined,
  etag: string | undefined,
): Record<string, string> {
  return {
    'accept-encoding': 'gzip, deflate, br',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(etag !== undefined && { 'if-none-match': etag }),
  }
}
