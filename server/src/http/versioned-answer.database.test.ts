import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { defineEndpoint } from '@dashboard/contract/endpoint'
import { toJson } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { freshDatabase } from '@dashboard/store/test/database'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { checkAccess, type SignedInUser } from './access-check.ts'
import { routeVersioned } from './endpoint-routes.ts'
import { matchesTag } from './versioned-answer.ts'

const list = defineEndpoint({
  summary: '',
  method: 'GET',
  path: '/api/list',
  access: 'user',
  answer: z.object({ made: z.number().optional(), text: z.string().optional() }),
  versionedFor: 'role',
})

const uma: SignedInUser = {
  id: '1',
  username: 'uma',
  firstName: 'Uma',
  lastName: 'Ray',
  role: 'user',
  circuits: null,
  mustChangePassword: 0,
  hasNamesake: 0,
}

type Answer = z.input<typeof list.answer>

/** Starts a server with one versioned endpoint; `state` holds the user who asks, and the facts beyond the data. */
async function start(makeBody: () => Promise<Answer>) {
  const db = await freshDatabase()
  const state = { user: uma, facts: 'one' }
  const app = serverFor(() => state.user)
  routeVersioned(app, list, { db, reads: ['jobs'], facts: () => state.facts, answer: makeBody })
  const getWith = (headers: Record<string, string>) => ask(app, list.path, headers)
  const get = (tag?: unknown) => getWith(tag ? { 'if-none-match': String(tag) } : {})
  const getAs = (encoding: string) => getWith({ 'accept-encoding': encoding })
  return { app, db, state, get, getAs }
}

function serverFor(whoAsks: () => SignedInUser) {
  const app = Fastify()
  onTestFinished(() => app.close())
  checkAccess(app, async () => ({ id: '', expiresAt: 0, user: whoAsks() }))
  return app
}

function ask(app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { authorization: 'Bearer x', ...headers } })
}

test('sends a body once per version, and 304 to clients that have it', async () => {
  let made = 0
  const { db, get } = await start(async () => ({ made: ++made }))
  const first = await get()
  const { etag } = first.headers
  expect([first.statusCode, first.json()]).toEqual([200, { made: 1 }])
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const same = await get(etag)
  expect([same.statusCode, same.body]).toEqual([304, ''])
  expect([same.headers.etag, same.headers.vary]).toEqual([etag, 'accept-encoding'])
  expect((await get()).json()).toEqual({ made: 1 })
  await raiseVersion(db, 'jobs')
  const next = await get(etag)
  expect([next.statusCode, next.json()]).toEqual([200, { made: 2 }])
})

test('caches the last ten versions, and longest those that are requested again', async () => {
  let made = 0
  const { state, get } = await start(async () => ({ made: ++made }))
  const ask = async (facts: string) => {
    state.facts = facts
    return (await get()).json()
  }
  expect(await ask('polled')).toEqual({ made: 1 })
  for (let search = 2; search <= 15; search += 1) {
    expect(await ask(`search-${search}`)).toEqual({ made: search })
    expect(await ask('polled')).toEqual({ made: 1 })
  }
  expect(await ask('search-15')).toEqual({ made: 15 })
  expect(await ask('search-2')).toEqual({ made: 16 })
})

test('concurrent requests share one body, and a failure is not cached', async () => {
  let made = 0
  const { get } = await start(async () => {
    made += 1
    if (made === 1) throw new Error('unavailable')
    return { made }
  })
  expect((await get()).statusCode).toBe(500)
  const all = await Promise.all([get(), get(), get()])
  expect(all.map((response) => response.json())).toEqual([{ made: 2 }, { made: 2 }, { made: 2 }])
})

test('a parameter that is added to an endpoint has separate tags and answers', async () => {
  const db = await freshDatabase()
  const app = serverFor(() => uma)
  const query = z.object({ limit: z.string().optional(), color: z.string().optional() })
  routeVersioned(app, { ...list, query } as const, {
    db,
    reads: ['jobs'],
    answer: ({ query: { color = 'any' } }) => ({ text: color }),
  })
  const answers = []
  for (const url of ['/api/list', '/api/list?color=red', '/api/list?color=blue&limit=1']) {
    const { headers, body } = await ask(app, url)
    answers.push({ etag: headers.etag, body })
  }
  expect(answers.map(({ body }) => body)).toEqual([
    '{"text":"any"}',
    '{"text":"red"}',
    '{"text":"blue"}',
  ])
  expect(new Set(answers.map(({ etag }) => etag)).size).toBe(3)
})

test('two people share an answer only where the endpoint says so, and never two roles or scopes', async () => {
  const db = await freshDatabase()
  const state = { user: uma }
  const app = serverFor(() => state.user)
  const own = { ...list, path: '/api/own', versionedFor: 'caller' } as const
  routeVersioned(app, list, { db, reads: [], answer: ({ role }) => ({ text: role }) })
  routeVersioned(app, own, { db, reads: [], answer: ({ userId }) => ({ text: userId }) })
  const people: SignedInUser[] = [
    uma,
    { ...uma, id: '2' },
    { ...uma, role: 'admin' },
    { ...uma, circuits: toJson(['NY-1']) },
    { ...uma, circuits: toJson(['NY-2']) },
  ]
  const tags: Record<string, unknown[]> = { shared: [], own: [] }
  for (const user of people) {
    state.user = user
    tags.shared?.push((await ask(app, list.path)).headers.etag)
    const { headers, body } = await ask(app, own.path)
    expect(body).toBe(`{"text":"${user.id}"}`)
    tags.own?.push(headers.etag)
  }
  const [mine, ofAnother, ...others] = tags.shared ?? []
  expect(ofAnother).toBe(mine)
  expect(new Set([mine, ...others]).size).toBe(4)
  expect(new Set(tags.own).size).toBe(5)
})

test('is checked like any other answer', async () => {
  const leaking = { made: 1, secret: 'a hash' }
  const { get } = await start(async () => leaking)
  expect((await get()).json()).toEqual({ made: 1 })
  const broken: unknown = { made: 'many' }
  const { get: getBroken } = await start(async () => broken as Answer)
  expect((await getBroken()).statusCode).toBe(500)
})

test('compresses as the client accepts, once for all with the same encoding', async () => {
  const text = 'circuit '.repeat(1_000)
  const { app, getAs } = await start(async () => ({ text }))
  const sent: unknown[] = []
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload)
  })
  const brotli = await getAs('gzip, deflate, br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotli.headers.vary).toBe('accept-encoding')
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual({ text })
  await getAs('br')
  expect(sent[1]).toBe(sent[0])
  const gzip = await getAs('gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual({ text })
  for (const encoding of ['identity', 'br;q=0', 'zstd', '']) {
    const plain = await getAs(encoding)
    expect([encoding, plain.headers['content-encoding']]).toEqual([encoding, undefined])
    expect(plain.json()).toEqual({ text })
  }
})

test('does not compress small answers', async () => {
  const { getAs } = await start(async () => ({ text: 'short' }))
  expect((await getAs('br')).headers['content-encoding']).toBeUndefined()
})

test.each([
  [undefined, false],
  ['*', true],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"b"', false],
  ['a', false],
])('If-None-Match %s: %s', (given, expected) => {
  expect(matchesTag(given, 'W/"a"')).toBe(expected)
})
