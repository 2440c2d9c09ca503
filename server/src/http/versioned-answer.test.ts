import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { defineEndpoint } from '@dashboard/contract/endpoint'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { guardAccess } from './access-guard.ts'
import { route } from './endpoint-routes.ts'
import { matchesTag, versioned } from './versioned-answer.ts'

const list = defineEndpoint({
  name: 'list',
  summary: '',
  tag: '',
  method: 'GET',
  path: '/api/list',
  access: 'public',
  answer: z.object({ made: z.number().optional(), text: z.string().optional() }),
})

type Answer = z.input<typeof list.answer>

function start(makeBody: () => Promise<Answer>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  guardAccess(app, async () => undefined)
  const state = { version: 'jobs-1' }
  route(app, list, () => versioned(state.version, makeBody))
  const getWith = (headers: Record<string, string>) => app.inject({ url: list.path, headers })
  const get = (tag?: string) => getWith(tag ? { 'if-none-match': tag } : {})
  const getAs = (encoding: string) => getWith({ 'accept-encoding': encoding })
  return { app, state, get, getAs }
}

test('sends a body once per version, and 304 to who has it', async () => {
  let made = 0
  const { state, get } = start(async () => ({ made: ++made }))
  const first = await get()
  expect([first.statusCode, first.json(), first.headers.etag]).toEqual([
    200,
    { made: 1 },
    'W/"jobs-1"',
  ])
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const same = await get('W/"jobs-1"')
  expect([same.statusCode, same.body]).toEqual([304, ''])
  expect([same.headers.etag, same.headers.vary]).toEqual(['W/"jobs-1"', 'accept-encoding'])
  expect((await get()).json()).toEqual({ made: 1 })
  state.version = 'jobs-2'
  const next = await get('W/"jobs-1"')
  expect([next.statusCode, next.json()]).toEqual([200, { made: 2 }])
})

test('keeps the last ten versions, and longest what is asked for again', async () => {
  let made = 0
  const { state, get } = start(async () => ({ made: ++made }))
  const ask = async (version: string) => {
    state.version = version
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

test('a version may have letters of any script', async () => {
  const { state, get } = start(async () => ({ made: 1 }))
  state.version = 'list-"쨊-1'
  const { statusCode, headers } = await get()
  expect([statusCode, headers.etag]).toEqual([200, 'W/"list-%22%EC%A8%8A-1"'])
  expect((await get(String(headers.etag))).statusCode).toBe(304)
})

test('many who ask at once share one body, and a failure is not kept', async () => {
  let made = 0
  const { get } = start(async () => {
    made += 1
    if (made === 1) throw new Error('away')
    return { made }
  })
  expect((await get()).statusCode).toBe(500)
  const all = await Promise.all([get(), get(), get()])
  expect(all.map((response) => response.json())).toEqual([{ made: 2 }, { made: 2 }, { made: 2 }])
})

test('compresses as the client accepts it, once for all who do', async () => {
  const text = 'circuit '.repeat(1_000)
  const { app, getAs } = start(async () => ({ text }))
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

test('does not compress what is small', async () => {
  const { getAs } = start(async () => ({ text: 'short' }))
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
