import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectionLimits } from '../src/http/connection-limits.ts'
import { startTestApp } from './app.ts'

const short = { headersMs: 400, requestMs: 800, keepAliveMs: 300, idleMs: 60_000, checkMs: 50 }

async function start(limits = { ...short, mostConnections: 100 }) {
  const { app } = await startTestApp({ limits })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return async (text = '') => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    // The client sees a reset when the server drops the connection.
    socket.on('error', () => {})
    await once(socket, 'connect')
    if (text !== '') socket.write(text)
    return socket
  }
}

/** Returns what the socket received until the server closed it. */
async function untilClosed(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'close', { signal: AbortSignal.timeout(10_000) })
  return received
}

const login = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.each([
  ['nothing', ''],
  ['half of its headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['half of its body', `${login}Content-Length: 100\r\n\r\n{"user`],
])('a connection that sends %s is told so and closed', async (_what, text) => {
  const open = await start()
  const received = await untilClosed(await open(text))
  expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(received).toContain('{"message":"The request did not arrive in time."}')
})

test('an idle connection is closed, one with requests stays open', async () => {
  const open = await start()
  const request = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
  const socket = await open(request)
  socket.once('data', () => socket.write(request))
  const received = await untilClosed(socket)
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
})

test.each(['with its length', 'in pieces'])(
  'who sends a body that is too large, %s, is told so and may go on',
  async (how) => {
    const { app } = await startTestApp()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const large = Buffer.alloc(16 * 1_048_576, 'a')
    const pieces = async function* () {
      for (let start = 0; start < large.length; start += 65_536) {
        yield large.subarray(start, start + 65_536)
      }
    }
    const send = () =>
      fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(how === 'in pieces' ? { body: pieces(), duplex: 'half' } : { body: large }),
      })
    for (let times = 0; times < 5; times += 1) {
      const answer = await send()
      expect(answer.status).toBe(413)
      expect(await answer.json()).toEqual({ message: expect.stringContaining('too large') })
    }
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
  },
)

test('a connection beyond the limit is dropped, and the others are answered', async () => {
  const open = await start({ ...connectionLimits, mostConnections: 2 })
  const first = await open()
  await open()
  expect(await untilClosed(await open())).toBe('')
  first.write('GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await untilClosed(first)).toMatch(/^HTTP\/1\.1 200 OK/)
})

test('a server has the documented limits', async () => {
  const { app } = await startTestApp()
  expect(app.server).toMatchObject({
    headersTimeout: connectionLimits.headersMs,
    requestTimeout: connectionLimits.requestMs,
    keepAliveTimeout: connectionLimits.keepAliveMs,
    timeout: connectionLimits.idleMs,
    maxConnections: connectionLimits.mostConnections,
  })
})
