import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { z } from 'zod'

/** One member of a JSON object as text, so that a name may occur twice and a value may be any text. */
type Member = [name: string, value: string]

const Members = z.record(z.string(), z.unknown())

const loneSurrogate = '"\\ud800"'

/** JSON texts that fit few schemas. */
const oddValues = fc.oneof(
  fc.constantFrom('null', 'true', '0', '-1', '1e400', '1e-400', '9007199254740993', '""', '" "'),
  fc.constantFrom('[]', '{}', '[[]]', '[null]', loneSurrogate, '"\\u0000"', '"a\\u0000b"'),
  fc.constantFrom(
    '"\\u202e"',
    '"\\u200b"',
    '"\\ufeff"',
    '"\\u0007"',
    '"%00"',
    '"../../etc/passwd"',
  ),
  fc.constantFrom(
    `"x'; drop table users; --"`,
    '"<script>alert(1)</script>"',
    '"{{7*7}}"',
    '"=1+1"',
  ),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => JSON.stringify(text)),
  fc.integer({ min: 500, max: 20_000 }).map((length) => `"${'x'.repeat(length)}"`),
  fc.integer({ min: 100, max: 6_000 }).map((length) => `[${Array(length).fill('"a"').join()}]`),
  fc.integer({ min: 10, max: 3_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc
    .integer({ min: 10, max: 1_000 })
    .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
)

const oddNames = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'id', 'role', 'isAdmin'),
  fc.constantFrom('', ' ', '\0', 'a.b', 'a[b]', '$where', 'x'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

/** Returns texts that are nearly the JSON of a valid body: one member is wrong, missing, doubled or added. */
export function nearBodies(body: unknown): fc.Arbitrary<string> {
  const parsed = Members.safeParse(body)
  if (!parsed.success) return oddValues
  const members = Object.entries(parsed.data).map(
    ([name, value]): Member => [name, JSON.stringify(value) ?? 'null'],
  )
  const added = fc
    .tuple(oddNames, oddValues)
    .map(([name, value]) => [...members, [name, value] satisfies Member])
  const many = fc
    .integer({ min: 2, max: 3_000 })
    .map((count) => [
      ...members,
      ...Array.from({ length: count }, (_, index): Member => [`unknown${index}`, '1']),
    ])
  if (members.length === 0) return fc.oneof(added, added, many).map(toObject)
  const place = fc.nat({ max: members.length - 1 })
  const replaced = fc
    .tuple(place, oddValues)
    .map(([at, value]) =>
      members.map((each, index): Member => (index === at ? [each[0], value] : each)),
    )
  const removed = place.map((at) => members.filter((_, index) => index !== at))
  const repeated = fc
    .tuple(place, oddValues)
    .map(([at, value]) => [...members, [members[at]?.[0] ?? '', value] satisfies Member])
  const weighted = fc.oneof(
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: removed },
    { weight: 3, arbitrary: added },
    { weight: 1, arbitrary: many },
    { weight: 2, arbitrary: repeated },
  )
  return weighted.map(toObject)
}

function toObject(members: readonly Member[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text)

/** Bodies that no real client sends. */
export const hostileBodies: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: oddValues.map(bytesOf) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        '',
        ' ',
        '{',
        '{"a":',
        '{"a":1}}',
        '{a:1}',
        "{'a':1}",
        '[1,]',
        'NaN',
        '\ufeff{}',
      )
      .map(bytesOf),
  },
  // This is invalid UTF-8.
  { weight: 1, arbitrary: fc.constant(Buffer.from('7b2261223a22c328ff227d', 'hex')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(50_000, 200_000).map((depth) => bytesOf('['.repeat(depth))),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(70_000, 1_000_000, 5_000_000)
      .map((length) => bytesOf(`{"a":"${'x'.repeat(length)}"}`)),
  },
)

/** Bodies that are small when compressed and large when decompressed. */
const blanks = Buffer.alloc(2_000_000, 32)
const gzipBomb = gzipSync(blanks)
const brotliBomb = brotliCompressSync(blanks)

type Packing = (body: Uint8Array) => [encoding: string, Uint8Array]

const packings = fc.constantFrom<Packing[]>(
  (body) => ['gzip', gzipSync(body)],
  (body) => ['GZIP', gzipSync(body)],
  (body) => ['x-gzip', gzipSync(body)],
  (body) => ['br', brotliCompressSync(body)],
  (body) => ['deflate', deflateSync(body)],
  (body) => ['gzip, br', brotliCompressSync(gzipSync(body))],
  (body) => ['gzip', body],
  (body) => ['br', body],
  (body) => ['gzip', gzipSync(body).subarray(0, 15)],
  () => ['gzip', gzipBomb],
  () => ['br', brotliBomb],
  (body) => ['identity', body],
  (body) => ['zstd', body],
  (body) => ['', body],
  (body) => ['none', body],
)

/** Returns the body with a `Content-Encoding` that is true, false or unknown. */
export function compressedBodies(body: Uint8Array): fc.Arbitrary<[encoding: string, Uint8Array]> {
  return packings.map((pack) => pack(body))
}
