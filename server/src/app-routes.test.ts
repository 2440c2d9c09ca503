import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { openDatabase } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../test/app.ts'

async function builtWebApp() {
  const webFolder = await temporaryFolder()
  await mkdir(join(webFolder, 'assets'))
  await writeFile(
    join(webFolder, 'index.html'),
    `<!doctype html><meta name="style-nonce" nonce="__STYLE_NONCE__"><script>first()</script>
    ${'<p>page</p>'.repeat(200)}`,
  )
  await writeFile(join(webFolder, 'assets/app-1a2b.js'), 'start()')
  await writeFile(join(webFolder, '.secret'), 'hidden')
  return { webFolder }
}

describe('the web app', () => {
  test.each([
    ...['/', '/login', '/dashboard/reports?x=1', '/no/such/page', '/.secret', '/apis'],
    `/${'a'.repeat(300)}`,
  ])('%s is its page, revalidated each time', async (url) => {
    const { inject } = await startTestApp(await builtWebApp())
    const response = await inject({ url })
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('<p>page</p>')
    expect(response.headers['content-type']).toMatch(/^text\/html/)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'self';/)
    expect(response.headers['content-security-policy']).not.toContain('unsafe-eval')
  })

  test.each(['/', '/index.html', '/login'])(
    '%s allows styles by a nonce of its own',
    async (url) => {
      const { inject } = await startTestApp(await builtWebApp())
      const nonces = await Promise.all(
        [1, 2].map(async () => {
          const { body, headers } = await inject({ url })
          const [, nonce = ''] = /<meta name="style-nonce" nonce="([^"]+)">/.exec(body) ?? []
          expect(nonce).toMatch(/^[\w+/]{22}==$/)
          const policy = String(headers['content-security-policy'])
          expect(policy).toContain(`style-src-elem 'self' 'nonce-${nonce}';`)
          expect(policy).toContain("style-src-attr 'none'")
          expect(policy).not.toContain('unsafe-inline')
          return nonce
        }),
      )
      expect(nonces[0]).not.toBe(nonces[1])
    },
  )

  test('only its own script runs', async () => {
    const { inject } = await startTestApp(await builtWebApp())
    const { headers } = await inject({ url: '/login' })
    const hash = createHash('sha256').update('first()').digest('base64')
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  })

  test('other answers allow only its files as styles and scripts', async () => {
    const { inject } = await startTestApp(await builtWebApp())
    const { headers } = await inject({ url: '/api/health' })
    expect(headers['content-security-policy']).toContain("style-src-elem 'self';")
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })

  test.each([
    [1, 'https', 'max-age=31536000'],
    [1, 'http', undefined],
    [false, 'https', undefined],
  ] as const)(
    'HTTPS is enforced when a trusted proxy says so (%s, %s)',
    async (trustProxy, proto, header) => {
      const { inject } = await startTestApp({ ...(await builtWebApp()), settings: { trustProxy } })
      for (const url of ['/', '/api/health', '/api/none']) {
        const { headers } = await inject({ url, headers: { 'x-forwarded-proto': proto } })
        expect(headers['strict-transport-security']).toBe(header)
      }
    },
  )

  test('files with a hash in their name are cached forever', async () => {
    const { inject } = await startTestApp(await builtWebApp())
    const response = await inject({ url: '/assets/app-1a2b.js' })
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-type']).toMatch(/javascript/)
  })

  test.each([
    '/assets/gone-9z.js',
    '/api',
    '/api/none',
    '/api/%zz',
    '/api/none/..%2f',
    '/metrics',
    '/api/users/x/y',
  ])('%s is 404 as JSON, whatever the token', async (url) => {
    const { inject } = await startTestApp(await builtWebApp())
    const response = await inject({ url, headers: { authorization: 'Bearer rubbish' } })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      message: 'There is nothing at this address.',
      reason: 'unknown-call',
    })
  })

  test('other methods and paths outside the folder get nothing', async () => {
    const { inject } = await startTestApp(await builtWebApp())
    expect((await inject({ method: 'POST', url: '/login', payload: {} })).statusCode).toBe(404)
    for (const url of [
      '/..%2f..%2fetc%2fpasswd',
      '/assets/..%2f..%2fetc/passwd',
      '//etc/passwd',
      '/%2e%2e/etc/passwd',
      '/..%5c..%5cetc',
    ]) {
      const response = await inject({ url })
      expect([200, 404]).toContain(response.statusCode)
      expect(response.body).not.toContain('root:')
    }
  })

  test.each([
    '/api//users',
    '/assets/%00',
    `/assets/${'a'.repeat(300)}`,
    '/api/docs/static/%00',
    `/api/docs/static/${'a'.repeat(300)}`,
  ])('%s is 404, without an error in the log', async (url) => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const { inject } = await startTestApp({
      ...(await builtWebApp()),
      log,
      settings: { logLevel: 'warn' },
    })
    const response = await inject({ url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      message: 'There is nothing at this address.',
      reason: 'unknown-call',
    })
    expect(lines).toEqual([])
  })

  test('that is not built says what to do', async () => {
    const { inject } = await startTestApp()
    const response = await inject({ url: '/login' })
    expect(response.statusCode).toBe(503)
    expect(response.json().message).toContain('npm start')
  })

  test('is sent compressed', async () => {
    const { inject } = await startTestApp(await builtWebApp())
    const response = await inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect(response.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(response.rawPayload).toString()).toContain('<p>page</p>')
  })

  test('may send logos to object storage where files are stored there', async () => {
    const storage = {
      kind: 's3' as const,
      bucket: 'logos',
      prefix: '',
      endpoint: 'https://s3.example.test:9000',
      region: 'us-east-1',
      forcePathStyle: true,
    }
    const { inject } = await startTestApp({ ...(await builtWebApp()), settings: { storage } })
    const response = await inject({ url: '/' })
    expect(response.headers['content-security-policy']).toContain(
      "connect-src 'self' https://s3.example.test:9000 https://logos.s3.example.test:9000",
    )
  })
})

describe('bodies', () => {
  test.each([
    ['gzip', gzipSync('{"username":"uma","password":"secret"}')],
    ['gzip', Buffer.from('no gzip')],
    ['br', Buffer.from('{}')],
    ['rubbish', Buffer.from('{}')],
    ['gzip, gzip', Buffer.from('{}')],
  ])(
    'in Content-Encoding %s are refused, unread and without an error in the log',
    async (encoding, payload) => {
      const lines: string[] = []
      const log = { write: (line: string) => lines.push(line) }
      const { inject } = await startTestApp({ log, settings: { logLevel: 'warn' } })
      for (const [method, url] of [
        ['POST', '/api/auth/login'],
        ['PUT', '/api/brand-settings/uploads/ticket'],
      ] as const) {
        const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
        const response = await inject({ method, url, payload, headers })
        expect([response.statusCode, response.json()]).toEqual([
          415,
          { message: 'Send the body as it is, without Content-Encoding.' },
        ])
      }
      const headers = { 'content-encoding': encoding }
      const unknown = await inject({ method: 'POST', url: '/api/none', payload, headers })
      expect(unknown.statusCode).toBe(404)
      expect(lines).toEqual([])
    },
  )

  test('in the encoding identity are read', async () => {
    const { inject } = await startTestApp()
    const headers = { 'content-encoding': 'identity' }
    const response = await inject({ method: 'POST', url: '/api/auth/login', payload: {}, headers })
    expect(response.statusCode).toBe(400)
  })
})

describe('operation', () => {
  test('health says that all is well, or what is down', async () => {
    const well = await startTestApp()
    const response = await well.inject({ url: '/api/health' })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        status: 'ok',
        version: '0.0.0-test',
        commit: 'c0ffee',
        database: 'ok',
        backup: { lastAt: null, ageSeconds: null, hasFailed: false },
      },
    ])
    expect(response.headers['cache-control']).toBe('no-store')
    const db = openDatabase(
      { kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' },
      'server',
    )
    onTestFinished(() => db.destroy())
    const ill = await startTestApp({ db })
    const failed = await ill.inject({ url: '/api/health' })
    expect([failed.statusCode, failed.json()]).toEqual([
      503,
      { message: 'The database does not answer.' },
    ])
  })

  test('metrics are only for callers with the token', async () => {
    const { inject } = await startTestApp({ settings: { metricsToken: 'measure-me' } })
    await inject({ url: '/api/health' })
    const get = (authorization?: string) =>
      inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
    expect((await get()).statusCode).toBe(401)
    expect((await get('Bearer wrong')).statusCode).toBe(401)
    const response = await get('Bearer measure-me')
    expect(response.statusCode).toBe(200)
    expect(response.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/health",status="200"\} 1/,
    )
  })

  test('every answer with a body says how it may be used', async () => {
    const { as } = await startTestApp()
    const uma = await as('user')
    const first = await uma.inject({ url: '/api/jobs' })
    const polled = await uma.inject({ url: '/api/jobs', headers: { 'if-none-match': 'W/"older"' } })
    expect(polled.statusCode).toBe(200)
    for (const name of Object.keys(first.headers)) expect(polled.headers).toHaveProperty([name])
    expect(polled.headers['content-security-policy']).toContain("default-src 'self'")
    expect(polled.headers['x-content-type-options']).toBe('nosniff')
    const headers = { 'if-none-match': String(first.headers.etag) }
    const unchanged = await uma.inject({ url: '/api/jobs', headers })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    expect(unchanged.headers.etag).toBe(first.headers.etag)
  })

  test('the API describes itself, and its reference loads nothing from elsewhere', async () => {
    const { inject } = await startTestApp()
    const description = await inject({ url: '/api/openapi.json' })
    expect(description.json().openapi).toBe('3.1.0')
    const page = await inject({ url: '/api/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    expect(page.body).not.toMatch(/(src|href)="https?:/)
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
    const starter = await inject({ url: '/api/docs/static/swagger-initializer.js' })
    expect(starter.body).toContain('/api/openapi.json')
    expect((await inject({ url: '/api/docs/static/swagger-ui-bundle.js' })).statusCode).toBe(200)
  })

  test.each([
    [{ range: 'bytes=999999999-' }, 416],
    [{ 'if-match': '"another"' }, 412],
  ])('a file refuses a request whose %j does not match', async (headers, status) => {
    const { inject } = await startTestApp(await builtWebApp())
    for (const url of ['/assets/app-1a2b.js', '/api/docs/static/swagger-ui.css']) {
      const response = await inject({ url, headers })
      expect([url, response.statusCode, response.json().message]).toEqual([
        url,
        status,
        'The file has no such part, or has been replaced.',
      ])
    }
  })
})
