import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { startTestApp } from './app.ts'
import { png, startWithAdmin } from './logo-upload.ts'

async function builtWebApp() {
  const webFolder = await temporaryFolder()
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><p>page</p>')
  await writeFile(join(webFolder, 'assets/app-1a2b.js'), 'start()')
  return { webFolder }
}

/** Sends the bytes unchanged, and returns everything that comes back until the server closes the connection. */
async function sendRaw(app: FastifyInstance, text: string): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return answer
}

describe('every answer', () => {
  test('has an explicit type, and can be neither framed nor read by other sites', async () => {
    const { inject, upload, ada } = await startWithAdmin(await builtWebApp())
    const { logoUrl } = (await upload(png)).json().brandSettings
    const user = { authorization: `Bearer ${ada.token}` }
    const origin = { origin: 'https://elsewhere.example' }
    const urls = ['/', '/assets/app-1a2b.js', '/api/health', '/api/jobs', '/api/none', '/api/%zz']
    const more = [logoUrl, '/favicon.ico', '/api/users', '/api/openapi.json', '/api/docs/']
    for (const url of [...urls, ...more]) {
      for (const headers of [origin, { ...origin, ...user }]) {
        const answer = await inject({ url, headers })
        const type = String(answer.headers['content-type'])
        expect([url, type]).toEqual([url, expect.stringMatching(/^[\w.+-]+\/[\w.+-]+/)])
        if (/^(text|application\/json)/.test(type)) expect(type).toMatch(/charset=utf-8$/i)
        expect([url, answer.headers]).toEqual([
          url,
          expect.objectContaining({
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'same-origin',
            'cross-origin-resource-policy': 'same-origin',
            'content-security-policy': expect.stringMatching(/frame-ancestors '(self|none)'/),
          }),
        ])
        for (const absent of ['access-control-allow-origin', 'set-cookie', 'x-powered-by']) {
          expect([url, absent, answer.headers[absent]]).toEqual([url, absent, undefined])
        }
      }
    }
  })

  test('of the API is stored by no cache, a list only by the browser, which revalidates it each time', async () => {
    const { as, inject } = await startTestApp()
    const ada = await as('admin')
    const ofUsers = await ada.inject({ url: '/api/users' })
    expect(ofUsers.headers['cache-control']).toBe('no-store')
    expect((await inject({ url: '/api/users' })).headers['cache-control']).toBe('no-store')
    const ofJobs = await ada.inject({ url: '/api/jobs' })
    expect(ofJobs.headers['cache-control']).toBe('private, no-cache')
  })
})

describe('a page of another site', () => {
  test('changes nothing with a cookie or a plain form', async () => {
    const { as, inject } = await startTestApp()
    const { token, inject: signedIn } = await as('admin')
    const request = { method: 'POST', url: '/api/workflows/locust-export' } as const
    const byCookie = await inject({ ...request, headers: { cookie: `session_token=${token}` } })
    expect(byCookie.statusCode).toBe(401)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const byForm = await signedIn({
        ...request,
        payload: '{}',
        headers: { 'content-type': type },
      })
      expect([type, byForm.statusCode]).toEqual([type, 415])
    }
    const login = {
      method: 'POST',
      url: '/api/auth/login',
      payload: 'username=a&password=b',
    } as const
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await inject({ ...login, headers })).statusCode).toBe(415)
  })

  test('gets no permission from a preflight', async () => {
    const { inject } = await startTestApp()
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
    }
    const answer = await inject({ method: 'OPTIONS', url: '/api/reports/clear-all', headers })
    expect(answer.statusCode).toBe(404)
    const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
    expect(allowed).toEqual([])
  })
})

describe('headers that are sent twice or hidden', () => {
  test('a parameter that is given twice is refused', async () => {
    const { as } = await startTestApp()
    const { inject } = await as('user')
    expect((await inject({ url: '/api/jobs?limit=1' })).statusCode).toBe(200)
    expect((await inject({ url: '/api/jobs?limit=1&limit=500' })).statusCode).toBe(400)
  })

  test.each([
    '{"__proto__":{"role":"admin"}}',
    '{"firstName":"A","lastName":"B","username":"c","__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
  ])('a prototype in the body is refused: %s', async (payload) => {
    const { as } = await startTestApp()
    const { inject } = await as('user')
    const headers = { 'content-type': 'application/json' }
    const answer = await inject({ method: 'PUT', url: '/api/auth/profile', payload, headers })
    expect(answer.statusCode).toBe(400)
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 44'],
    ['a length and chunks', 'Content-Length: 44\r\nTransfer-Encoding: chunked'],
    ['chunks under another name', 'Transfer-Encoding: chunked, x'],
    ['a line break without a header', 'X: 1\nTransfer-Encoding : chunked'],
  ])('a request with %s is refused, and the one in its body not answered', async (_, headers) => {
    const { app } = await startTestApp()
    const hidden = 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n'
    const answer = await sendRaw(
      app,
      `POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n0\r\n\r\n${hidden}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('"status":"ok"')
  })

  test('a body sent with GET or HEAD is ignored, in any encoding', async () => {
    const { inject } = await startTestApp()
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
      const response = await inject({ method, url: '/api/health', payload: '{}', headers })
      expect([method, response.statusCode]).toEqual([method, 200])
    }
  })

  test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND'])('%s reveals nothing', async (method) => {
    const { app } = await startTestApp()
    const answer = await sendRaw(
      app,
      `${method} /api/health HTTP/1.1\r\nHost: a\r\nX-Secret: 1234\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/)
    expect(answer).not.toContain('1234')
  })

  test.each(['HEAD', 'OPTIONS', 'GET', 'SEARCH', 'QUERY'] as const)(
    '%s gets no more without a session than GET does',
    async (method) => {
      const { app } = await startTestApp()
      for (const url of ['/api/users', '/%61pi/users', '/api/users?x=1', '/api/jobs#x']) {
        const answer = await sendRaw(
          app,
          `${method} ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        )
        expect([url, answer]).toEqual([url, expect.stringMatching(/^HTTP\/1\.1 4\d\d /)])
        expect(answer).not.toContain('"users"')
      }
    },
  )

  test('a folder of files is not listed', async () => {
    const { inject } = await startTestApp(await builtWebApp())
    for (const url of ['/assets', '/assets/', '/api/brand-settings/logo/']) {
      const answer = await inject({ url })
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.body).not.toContain('app-1a2b')
    }
  })
})

describe('SQL in a value', () => {
  const hostile = "x'; drop table users; --"

  test('is treated as text', async () => {
    const { as, inject } = await startTestApp()
    const ada = await as('admin')
    const profile = { firstName: hostile, lastName: '" or 1=1 --', username: hostile }
    const url = '/api/auth/profile'
    expect((await ada.inject({ method: 'PUT', url, payload: profile })).statusCode).toBe(200)
    const { users } = (await ada.inject({ url: '/api/users' })).json()
    expect(users).toEqual([expect.objectContaining(profile)])
    const payload = { username: "' or '1'='1", password: "' or '1'='1" }
    const login = await inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(login.statusCode).toBe(401)
    for (const path of ['jobs', 'reports', 'users']) {
      const id = encodeURIComponent(`' or '1'='1`)
      const answer = await ada.inject({ method: 'DELETE', url: `/api/${path}/${id}` })
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
    const circuits = [hostile]
    const report = { method: 'POST', url: '/api/workflows/circuit-report' } as const
    expect((await ada.inject({ ...report, payload: { circuits } })).statusCode).toBe(400)
  })
})

describe('the log', () => {
  test('names users who were refused for their role, and no request can add a line to it', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const { as } = await startTestApp({ log, settings: { logLevel: 'info' } })
    const uma = await as('user')
    await uma.inject({ url: '/api/users' })
    await uma.inject({ url: '/api/none%0a%7b%22msg%22%3a%22forged%22%7d' })
    const entries = lines.flatMap((line) => line.trim().split('\n')).map((line) => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({ route: '/api/users', status: 403, userId: uma.user.id }),
    )
    expect(entries.map(({ msg }) => msg)).not.toContain('forged')
  })
})
