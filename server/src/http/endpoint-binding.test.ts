import { Readable } from 'node:stream'
import { defineEndpoint } from '@dashboard/contract/endpoint'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { checkAccess, type FindSession } from './access-check.ts'
import { conflict, tooMany } from './app-error.ts'
import { route } from './endpoint-routes.ts'
import { handleErrors } from './error-handler.ts'
import { parseJsonBodies } from './prepare-http.ts'

const base = { summary: '', tag: '' }
const echo = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/api/echo',
  access: 'public',
  body: z.strictObject({
    text: z.string({ error: 'Text is required' }),
    count: z.int().optional(),
  }),
  status: 201,
  answer: z.object({ text: z.string(), at: z.string().optional() }),
})
const optional = defineEndpoint({
  ...base,
  method: 'POST',
  path: '/api/optional',
  access: 'public',
  body: z.strictObject({}),
  answer: z.object({ ok: z.boolean() }),
})
const mine = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/api/mine/:id',
  access: 'user',
  params: z.object({ id: z.string() }),
  answer: z.object({ name: z.string(), id: z.string() }),
})

const file = defineEndpoint({
  ...base,
  method: 'GET',
  path: '/api/file',
  access: 'public',
  answer: { binary: 'text/plain' },
})

const user = {
  id: '1',
  username: 'uma',
  firstName: 'Uma',
  lastName: 'User',
  role: 'user' as const,
  mustChangePassword: 0 as const,
  hasNamesake: 0 as const,
  circuits: null,
  password: 'a hash',
}
const session = { id: 's', expiresAt: 0, user }

async function start(findSession: FindSession = async () => session) {
  const logged: string[] = []
  const app = Fastify({
    logger: { level: 'error', stream: { write: (line) => logged.push(line) } },
  })
  onTestFinished(() => app.close())
  handleErrors(app)
  parseJsonBodies(app)
  checkAccess(app, findSession)
  return { app, logged }
}

function post(
  app: Awaited<ReturnType<typeof start>>['app'],
  url: string,
  payload?: string,
  type = 'application/json',
) {
  return app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
}

test('answers with the declared status, and only what is declared', async () => {
  const { app } = await start()
  route(app, echo, ({ body }) => {
    const answer = { text: body.text, secret: 'a hash' }
    return answer
  })
  const response = await post(app, '/api/echo', '{"text":"<ü>"}')
  expect(response.statusCode).toBe(201)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.body).toBe('{"text":"<ü>"}')
})

test('an answer that differs from its declaration is a failure of the server, told in a plain sentence', async () => {
  const { app, logged } = await start()
  const broken: unknown = { name: 7, id: '1' }
  route(app, mine, () => broken as { name: string; id: string })
  const response = await app.inject({ url: '/api/mine/1', headers: { authorization: 'Bearer x' } })
  expect(response.statusCode).toBe(500)
  expect(response.json().message).toMatch(/^Something went wrong on the server\..*\(Request .+\)$/)
  expect(logged.join()).toContain('/api/mine/:id does not answer what it declares')
})

test.each([
  ['{"text":"a","more":1}', 'Unknown field: more', 'more'],
  ['{}', 'Text is required', 'text'],
  ['', 'Text is required', 'text'],
  ['{"count":1.5,"text":"a"}', 'Invalid input: expected int, received number', 'count'],
  ['[]', 'Send a JSON object.', ''],
  ['"text"', 'Send a JSON object.', ''],
])('refuses the body %s', async (body, message, path) => {
  const { app } = await start()
  route(app, echo, ({ body: { text } }) => ({ text }))
  const response = await post(app, '/api/echo', body)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ message, issues: [{ path, message }] })
})

test.each([
  ['{"text":', 'application/json', 400, 'The request body is not valid JSON.'],
  ['{"__proto__":{"text":"a"}}', 'application/json', 400, 'The request body is not valid JSON.'],
  ['text=a', 'application/x-www-form-urlencoded', 415, 'Send the body as application/json.'],
  ['{"text":"a"}', 'text/plain', 415, 'Send the body as application/json.'],
  [
    `{"text":"${'a'.repeat(70_000)}"}`,
    'application/json',
    413,
    'The request is too large. Select fewer items and try again.',
  ],
])('refuses %.20s as %s with %i', async (body, type, status, message) => {
  const { app } = await start()
  route(app, echo, ({ body: { text } }) => ({ text }))
  const response = await post(app, '/api/echo', body, type)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ message })
})

test('names the first unknown fields only, shortened, however many are sent', async () => {
  const { app } = await start()
  route(app, optional, () => ({ ok: true }))
  const many = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`field ${index}`, 1]),
  )
  const response = await post(app, '/api/optional', JSON.stringify(many))
  expect(response.statusCode).toBe(400)
  expect(response.json().message).toBe('Unknown field: field 0')
  expect(response.json().issues).toHaveLength(20)
  const long = await post(
    app,
    '/api/optional',
    JSON.stringify({ [`${'k'.repeat(58)}😀${'k'.repeat(9_000)}`]: 1 }),
  )
  expect(long.json().message).toBe(`Unknown field: ${'k'.repeat(58)}…`)
  expect(long.body.length).toBeLessThan(300)
})

test('an optional body may be absent, empty or {}', async () => {
  const { app } = await start()
  route(app, optional, () => ({ ok: true }))
  const absent = await app.inject({ method: 'POST', url: '/api/optional' })
  expect(absent.statusCode).toBe(200)
  for (const body of ['', ' ', '{}']) {
    expect((await post(app, '/api/optional', body)).statusCode).toBe(200)
  }
  expect((await post(app, '/api/optional', '{"a":1}')).statusCode).toBe(400)
})

test('passes the user of the session to the handler, and leaves out what is not declared', async () => {
  const { app } = await start()
  route(app, mine, ({ params, user: { firstName } }) => ({ name: firstName, id: params.id }))
  const response = await app.inject({ url: '/api/mine/7', headers: { authorization: 'Bearer x' } })
  expect(response.json()).toEqual({ name: 'Uma', id: '7' })
})

test('an answer that lacks a declared field is a failure', async () => {
  const { app, logged } = await start()
  route(app, mine, async () => ({ id: '1' }) as never)
  const headers = { authorization: 'Bearer x' }
  expect((await app.inject({ url: '/api/mine/1', headers })).statusCode).toBe(500)
  expect(logged.join()).toContain('/api/mine/:id does not answer what it declares')
})

test('a handler may send a file through its reply, and then nothing else is sent', async () => {
  const { app, logged } = await start()
  route(app, file, async ({ reply }) => reply.type('text/plain').send(Readable.from(['a', 'b'])))
  const sent = await app.inject({ url: '/api/file' })
  expect([sent.statusCode, sent.body]).toEqual([200, 'ab'])
  expect(logged).toEqual([])
})

test('a handler that answers nothing is a failure, not an endless request', async () => {
  const { app } = await start()
  route(app, file, () => undefined as never)
  expect((await app.inject({ url: '/api/file' })).statusCode).toBe(500)
})

test('a path with NUL is not found', async () => {
  const { app } = await start()
  route(app, mine, () => ({ name: '', id: '' }))
  const response = await app.inject({
    url: '/api/mine/%00',
    headers: { authorization: 'Bearer x' },
  })
  expect(response.statusCode).toBe(404)
})

test('the body of somebody without a session is never read', async () => {
  const { app } = await start(async () => undefined)
  const guarded = { ...echo, path: '/api/guarded', access: 'user' } as const
  route(app, guarded, ({ body: { text } }) => ({ text }))
  const response = await post(app, '/api/guarded', '{"text":')
  expect(response.statusCode).toBe(401)
})

test('an unknown address is 404 whatever the token, and no session is looked up', async () => {
  const { app } = await start(async () => {
    throw new Error('looked up')
  })
  const headers = { authorization: 'Bearer x' }
  expect((await app.inject({ url: '/api/none', headers })).statusCode).toBe(404)
})

test('failures by meaning carry their sentence, and Retry-After', async () => {
  const { app } = await start()
  const failures = [conflict('It runs already.'), tooMany('Later.', 7)]
  route(app, optional, () => {
    throw failures.shift()
  })
  const first = await post(app, '/api/optional')
  expect([first.statusCode, first.json()]).toEqual([409, { message: 'It runs already.' }])
  const second = await post(app, '/api/optional')
  expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '7'])
})

test('a route below /api that does not say who may call it cannot be added', async () => {
  const { app } = await start()
  expect(() => app.get('/api/open', () => '')).toThrow('does not say who may call it')
})
