import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

describe('the log', () => {
  test('names the request and its user, but no token, password, ticket or path that somebody typed', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const { as, inject } = await startTestApp({ log, settings: { logLevel: 'debug' } })
    const uma = await as('user')
    await uma.inject({ url: '/api/jobs' })
    await uma.inject({ url: '/api/volunteers?limit=1&q=2125550100' })
    const cursor = Buffer.from('["volunteers","name","Cleo Marsh"]').toString('base64url')
    await uma.inject({ url: `/api/volunteers?limit=1&cursor=${cursor}` })
    await uma.inject({ url: '/api/volunteers?Cleo-Marsh' })
    await inject({ url: '/login/openid?code=a-secret-code&state=a-secret-state' })
    await inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'uma', password: 'a very secret password' },
    })
    await inject({ method: 'PUT', url: '/api/brand-settings/uploads/a-secret-ticket' })
    await uma.inject({ url: '/api/volunteers/2125550100' })
    await uma.inject({ url: '/api/congregations/Cleo-Marsh' })
    for (const url of ['/2125550100', '/api/2125550100', '/assets/2125550100', '/%zz2125550100']) {
      await inject({ url })
      await inject({ method: 'POST', url, payload: {} })
    }
    const text = lines.join('')
    expect(text).toContain(uma.user.id)
    expect(text).toContain('"status":401')
    expect(text).toContain('"route":"/api/volunteers/:id"')
    expect(text).toMatch(/"route":"none","status":404/)
    for (const secret of [
      uma.token,
      'a very secret password',
      'a-secret-',
      '2125550100',
      cursor,
      'Cleo',
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  test('names every request, even when the answer has not changed', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const { as } = await startTestApp({ log, settings: { logLevel: 'debug' } })
    const uma = await as('user')
    const { headers } = await uma.inject({ url: '/api/jobs' })
    await uma.inject({ url: '/api/jobs', headers: { 'if-none-match': String(headers.etag) } })
    const logged = lines
      .map((line) => JSON.parse(line))
      .filter(({ route }) => route === '/api/jobs')
    expect(logged).toMatchObject([{ status: 200 }, { status: 304 }])
    expect(new Set(logged.map(({ reqId }) => reqId)).size).toBe(2)
  })

  test('holds no values of rows that PostgreSQL repeats in its errors', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const { app } = await startTestApp({ log, settings: { logLevel: 'warn' } })
    const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
      severity: 'ERROR',
      code: '23505',
      table: 'volunteers',
      detail: 'Key (mobilePhone)=(555-0100) already exists.',
      where: 'line 1: 555-0100',
    })
    app.log.warn({ err: error }, 'One')
    app.log.warn({ error: new Error('Outer', { cause: error }) }, 'Two')
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain('555-0100')
    for (const line of lines) expect(line).toMatch(/duplicate key.*"table":"volunteers"/)
  })

  test('warns once of a proxy that is not trusted', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => lines.push(line) }
    const { inject } = await startTestApp({ log, settings: { logLevel: 'warn' } })
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    for (let times = 0; times < 3; times += 1) await inject({ url: '/api/health', headers })
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
  })
})
