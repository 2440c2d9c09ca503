import { admin, type Dashboard } from './dashboard.ts'

export interface LiteralAnswer {
  status: number
  headers: Headers
  /** The parsed JSON; `undefined` where the response is not JSON. */
  body: unknown
  bytes: Uint8Array
}

export type LiteralClient = Awaited<ReturnType<typeof signInLiterally>>

/** Sends one request with exactly this path; the JSON content type is set only with a body. */
export async function send(
  url: string,
  call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`,
  { body, token }: { body?: unknown; token?: string } = {},
): Promise<LiteralAnswer> {
  const [method, path] = call.split(' ') as [string, string]
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const bytes = await response.bytes()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined,
    bytes,
  }
}

/** Calls the API as a client that uses only the specification's table of calls. */
export async function signInLiterally(dashboard: Pick<Dashboard, 'url'>, user = admin) {
  const { body } = await send(dashboard.url, 'POST /api/auth/login', { body: user })
  const { token } = body as { token: string }
  return {
    token,
    send: (call: Parameters<typeof send>[1], payload?: unknown) =>
      send(dashboard.url, call, { body: payload, token }),
  }
}
