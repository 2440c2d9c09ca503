import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unpackParts } from './xlsx-package.ts'

const centralHeader = 0x02014b50
const mebibyte = 1024 ** 2

/** Returns a zip of small parts whose directory claims these sizes for them. */
function zipThatClaims(sizes: Record<string, number>): Uint8Array {
  const parts = Object.fromEntries(Object.keys(sizes).map((name) => [name, strToU8('<x/>')]))
  const zip = Buffer.from(zipSync(parts))
  for (let at = 0; at + 46 <= zip.length; at += 1) {
    if (zip.readUInt32LE(at) !== centralHeader) continue
    const name = zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28))
    zip.writeUInt32LE(sizes[name] ?? 0, at + 24)
  }
  return zip
}

test.each([
  ['one part', { 'xl/a.xml': 1025 * mebibyte }],
  ['several parts together', { 'xl/a.xml': 600 * mebibyte, 'xl/b.xml': 600 * mebibyte }],
])('a zip that would unpack to more than 1 GB in %s is not unpacked', (_, sizes) => {
  const zip = zipThatClaims(sizes)
  expect(() => unpackParts(zip, () => true)).toThrow(
    'The workbook is too large to be read: unpacked, it has more than 1,024 MB.',
  )
})

test('parts that are not read do not count', () => {
  const zip = zipThatClaims({ 'xl/a.xml': 4, 'xl/film.bin': 4_000 * mebibyte })
  expect(Object.keys(unpackParts(zip, (path) => path === 'xl/a.xml'))).toEqual(['xl/a.xml'])
})
