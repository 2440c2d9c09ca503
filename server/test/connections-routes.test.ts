import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Settings } from '@dashboard/store/settings/settings'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectionLimits } from '../src/http/connection-limits.ts'
import { startTestApp } from './app.ts'
import { storedReport } from './reports.ts'

const short = {
  headersMs: 400,
  bodyMs: 800,
  requestMs: 60_000,
  restMs: 500,
  keepAliveMs: 300,
  idleMs: 60_000,
  checkMs: 50,
  unreadMs: 300,
  maxConnections: 100,
  maxOfAddress: 100,
  maxUnanswered: 10,
  maxRequests: 100,
}

async function start(limits = short, trustProxy: Settings['trustProxy'] = false) {
  const { app } = await startTestApp({ replaced: { limits }, settings: { trustProxy } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return async (text = '', localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
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
  const { promise, resolve } = Promise.withResolvers<void>()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.once('close', () => resolve())
  await promise
  return received
}

const login = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.each([
  ['nothing', ''],
  ['half of its headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['half of its body', `${login}Content-Length: 100\r\n\r\n{"user`],
])('a connection that sends %s gets the reason and is closed', async (_what, text) => {
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

const json = 'Content-Type: application/json\r\n'

test('a body that keeps arriving is not cut off, however long it takes', async () => {
  const open = await start({ ...connectionLimits, bodyMs: 4_000, checkMs: 50 })
  const body = JSON.stringify({ username: 'uma', password: 'wrong' })
  const socket = await open(`${login}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`)
  const received = untilClosed(socket)
  for (let start = 0; start < body.length; start += 7) {
    await setTimeout(1_000)
    socket.write(body.slice(start, start + 7))
  }
  expect(await received).toMatch(/^HTTP\/1\.1 401 /)
})

describe('an answer before the end of the body', () => {
  const large = Buffer.alloc(22_000_000, 'a')
  const sheets = 'POST /api/sheets'

  test.each([
    ['401', 'without a session', sheets, ''],
    ['401', 'to a wrong token', sheets, 'Authorization: Bearer x\r\n'],
    ['413', 'beyond the limit', 'POST /api/auth/login', json],
    ['415', 'of another type', 'POST /api/auth/login', 'Content-Type: text/csv\r\n'],
    ['415', 'compressed', 'POST /api/auth/login', `${json}Content-Encoding: gzip\r\n`],
    ['404', 'to a call that is not there', 'POST /api/nothing', ''],
    ['404', 'to an address that the router refuses', 'POST /%zz', json],
    ['200', 'with GET', 'GET /api/health', json],
  ])('%s %s follows what was sent, and the connection is closed', async (status, _, call, more) => {
    const open = await start(connectionLimits)
    const socket = await open()
    const received = untilClosed(socket)
    socket.write(`${call} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${large.length}\r\n\r\n`)
    // What another person sends on a connection that a proxy uses again.
    socket.write(
      Buffer.concat([large, Buffer.from('GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n')]),
    )
    const text = await received
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toMatch(/\r\nconnection: close\r\n/i)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test.each(['with its length', 'in pieces'])(
    'is read by the client that sends it %s',
    async (how) => {
      const { app, as } = await startTestApp()
      const { token } = await as('user')
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      const pieces = async function* () {
        for (let start = 0; start < large.length; start += 65_536) {
          yield large.subarray(start, start + 65_536)
        }
      }
      const send = () =>
        fetch(`${url}/api/sheets`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
          ...(how === 'in pieces' ? { body: pieces(), duplex: 'half' } : { body: large }),
        })
      for (let times = 0; times < 5; times += 1) {
        const answer = await send()
        expect(answer.status).toBe(413)
        expect(await answer.json()).toEqual({
          message: expect.stringContaining('larger than 20 MB'),
        })
        expect((await fetch(`${url}/api/health`)).status).toBe(200)
      }
    },
  )

  test('is sent and the connection closed when the body does not end', async () => {
    const open = await start(connectionLimits)
    const socket = await open(`${sheets} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n`)
    const received = untilClosed(socket)
    const send = () => {
      let hasRoom = true
      while (hasRoom && !socket.destroyed) hasRoom = socket.write(large.subarray(0, 65_536))
    }
    socket.on('drain', send)
    send()
    await received
    expect(socket.bytesWritten).toBeLessThan(60_000_000)
  })

  test('is sent in time when the body does not arrive', async () => {
    const open = await start()
    const socket = await open(`${sheets} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n`)
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 401 /)
  })
})

test('a connection beyond the limit is dropped, and the others are answered', async () => {
  const open = await start({ ...connectionLimits, maxConnections: 2 })
  const first = await open()
  await open()
  expect(await untilClosed(await open())).toBe('')
  first.write('GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await untilClosed(first)).toMatch(/^HTTP\/1\.1 200 OK/)
})

describe('connections of one address', () => {
  const limits = { ...connectionLimits, maxOfAddress: 3 }
  const request = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const openThree = async (open: Awaited<ReturnType<typeof start>>) => [
    await open(),
    await open(),
    await open('GET /half'),
  ]

  test('are dropped beyond the limit, and other addresses are served', async () => {
    const open = await start(limits)
    const [first] = await openThree(open)
    expect(await untilClosed(await open())).toBe('')
    expect(await untilClosed(await open(request, '127.0.0.2'))).toMatch(/^HTTP\/1\.1 200 OK/)
    first?.destroy()
    await expect.poll(async () => untilClosed(await open(request))).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  test('beyond the limit replace one that waits for a next request', async () => {
    const open = await start(limits)
    const asked = request.replace('close', 'keep-alive')
    const sockets: Socket[] = []
    for (let times = 0; times < 9; times += 1) {
      const socket = (await open(asked)).resume()
      sockets.push(socket)
      await once(socket, 'data')
    }
    await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(3)
    expect(await untilClosed(await open(request))).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  test('are dropped beyond the limit while all have a request under way', async () => {
    const open = await start(limits)
    const half = `${login}Content-Length: 100\r\n\r\n{"user`
    const server = await Promise.all([open(half), open(half), open(half)])
    expect(await untilClosed(await open(request))).toBe('')
    expect(server.filter(({ closed }) => closed)).toEqual([])
  })

  test.each([[['loopback']], [['10.0.0.0/8', '127.0.0.1']], [1]])(
    'are not counted for TRUST_PROXY %j',
    async (trustProxy) => {
      const open = await start(limits, trustProxy)
      await openThree(open)
      expect(await untilClosed(await open(request))).toMatch(/^HTTP\/1\.1 200 OK/)
    },
  )

  test('are counted when TRUST_PROXY names another address', async () => {
    const open = await start(limits, ['10.0.0.0/8'])
    await openThree(open)
    expect(await untilClosed(await open())).toBe('')
  })
})

describe('requests that are sent without waiting for answers', () => {
  const request = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'

  test('are answered in their order, ten at a time', async () => {
    const open = await start(connectionLimits)
    const paths = Array.from({ length: 9 }, (_, at) => `/api/nothing/${at}`)
    const texts = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const last = request.replace('Host', 'Connection: close\r\nHost')
    const received = await untilClosed(await open(texts.join('') + last))
    const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)
    expect(statuses).toEqual([...paths.map(() => '404'), '200'])
  })

  test.each([
    ['HTTP/1.1', request],
    ['HTTP/1.0', request.replace('1.1', '1.0').replace('Host', 'Connection: keep-alive\r\nHost')],
  ])('close the connection beyond that, by %s', async (_version, text) => {
    const open = await start(connectionLimits)
    const received = await untilClosed(await open(text.repeat(2_000)))
    expect(received.match(/HTTP\/1/g)?.length ?? 0).toBeLessThan(10)
  })
})

test('the hundredth answer of a connection announces its end', async () => {
  const open = await start(connectionLimits)
  const socket = await open()
  let received = ''
  socket.on('data', (data) => {
    received += data
    socket.write('GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  socket.write('GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  expect(received.match(/HTTP\/1\.1 404/g)).toHaveLength(100)
  expect(received.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1)
})

describe('an answer that the client does not read', () => {
  // More than the sockets of both ends hold.
  const content = Buffer.alloc(30_000_000)

  async function startWithContent(limits: typeof short) {
    const webFolder = await temporaryFolder()
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><html lang="en">')
    await writeFile(join(webFolder, 'large.bin'), content)
    const started = await startTestApp({ webFolder, replaced: { limits } })
    const report = await storedReport(started)
    await started.files.write(report.storageKey, content, 'application/pdf')
    const { token } = await started.as('user')
    await started.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = started.app.server.address() as AddressInfo
    const get = (path: string) => {
      const socket = connect(port, '127.0.0.1').pause()
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      )
      return socket
    }
    const count = () =>
      new Promise<number>((resolve, reject) => {
        started.app.server.getConnections((error, open) => (error ? reject(error) : resolve(open)))
      })
    return { get, count, download: `/api/reports/${report.id}/download` }
  }

  test('is aborted after a while where nobody is signed in, but not for somebody who is', async () => {
    const { get, count, download } = await startWithContent(short)
    const downloading = get(download)
    const anonymous = get('/large.bin')
    await expect.poll(count).toBe(2)
    await expect.poll(count).toBe(1)
    expect((await untilClosed(anonymous.resume())).length).toBeLessThan(content.length)
    expect((await untilClosed(downloading.resume())).length).toBeGreaterThan(content.length)
  })
})

test('a server has the documented limits', async () => {
  const { app } = await startTestApp()
  expect(app.server).toMatchObject({
    headersTimeout: connectionLimits.headersMs,
    requestTimeout: 3_600_000,
    keepAliveTimeout: connectionLimits.keepAliveMs,
    timeout: connectionLimits.idleMs,
    maxConnections: connectionLimits.maxConnections,
    maxRequestsPerSocket: 100,
  })
  expect(connectionLimits).toMatchObject({
    bodyMs: 120_000,
    unreadMs: 30_000,
    maxOfAddress: 200,
    maxUnanswered: 10,
  })
})

test('rights that are taken away while a body arrives are gone when it has arrived', async () => {
  const { app, db, as } = await startTestApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const body = JSON.stringify({ days: [1], time: '08:00', reportsAfter: 'none', isActive: true })
  const callWhile = async (change: (id: string) => Promise<unknown>) => {
    const { token, user } = await as('admin')
    const socket = connect({ port, host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /api/schedules HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    )
    // The session was read when the request's first bytes came.
    await once(app.server, 'request')
    await setTimeout(50)
    await change(user.id)
    socket.write(body.slice(9))
    return (await untilClosed(socket)).split('\r\n')[0]
  }
  const set = (facts: object) => (id: string) =>
    db.updateTable('users').set(facts).where('id', '=', id).execute()
  expect(await callWhile(set({ role: 'user' }))).toContain(' 403 ')
  expect(await callWhile(set({ isActive: 0 }))).toContain(' 401 ')
  const endSession = (id: string) => db.deleteFrom('sessions').where('userId', '=', id).execute()
  expect(await callWhile(endSession)).toContain(' 401 ')
  expect(await db.selectFrom('schedules').select('id').execute()).toEqual([])
  expect(await callWhile(set({ lastName: 'Other' }))).toContain(' 201 ')
})
