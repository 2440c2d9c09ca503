import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { keepBody } from './answer-body.ts'
import { createVersionedSender, matchesTag } from './versioned-answer.ts'

function start(makeBody: () => Promise<object>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const sendVersioned = createVersionedSender()
  const state = { version: 'jobs-1' }
  app.get('/', async (request, reply) => {
    await sendVersioned(request, reply, state.version, makeBody)
  })
  const get = (tag?: string) =>
    app.inject({ url: '/', headers: tag ? { 'if-none-match': tag } : {} })
  const getAs = (encoding: string) =>
    app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
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
  expect((await get()).json()).toEqual({ made: 1 })
  state.version = 'jobs-2'
  const next = await get('W/"jobs-1"')
  expect([next.statusCode, next.json()]).toEqual([200, { made: 2 }])
})

test('a version may have letters of any script', async () => {
  const { state, get } = start(async () => ({ made: 1 }))
  state.version = 'list-"쨊-1'
  const { statusCode, headers } = await get()
  expect([statusCode, headers.etag]).toEqual([200, 'W/"list-%22%EC%A8%8A-1"'])
  expect((await get(String(headers.etag))).statusCode).toBe(304)
})

test('compresses once what two versions have in common', async () => {
  const { app, state, getAs } = start(async () => ({ text: 'circuit '.repeat(1_000) }))
  const sent: unknown[] = []
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload)
  })
  expect((await getAs('br')).headers.etag).toBe('W/"jobs-1"')
  state.version = 'jobs-2'
  expect((await getAs('br')).headers.etag).toBe('W/"jobs-2"')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toBe(sent[0])
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

test.each([
  ['at once', 1_000],
  ['on a thread, when it is large', 100_000],
])('compresses as the client accepts it, once for all who do, and %s', async (_, words) => {
  const text = 'circuit '.repeat(words)
  const { getAs } = start(async () => ({ text }))
  const brotli = await getAs('gzip, deflate, br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotli.headers.vary).toBe('accept-encoding')
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual({ text })
  const gzip = await getAs('gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual({ text })
  for (const encoding of ['identity', 'br;q=0', 'zstd', '']) {
    const plain = await getAs(encoding)
    expect([encoding, plain.headers['content-encoding']]).toEqual([encoding, undefined])
    expect(plain.json()).toEqual({ text })
  }
  const kept = keepBody(text)
  expect(await kept.encodedFor('br')).toBe(await kept.encodedFor('br'))
  expect((await keepBody('short').encodedFor('br')).encoding).toBeUndefined()
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
