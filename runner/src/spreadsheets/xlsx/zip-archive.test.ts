import { strFromU8, strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readZipDirectory, unpackZipEntry } from './zip-archive.ts'

const directoryHeader = Buffer.from('PK\x01\x02', 'latin1')
const text = 'half of it, '.repeat(100)

function unpack(archive: Buffer): Record<string, string> {
  const entries = [...readZipDirectory(archive)]
  return Object.fromEntries(
    entries.map((entry) => [entry.name, strFromU8(unpackZipEntry(archive, entry))]),
  )
}

/** Returns an archive of one file, with the header in its directory changed. */
function changedArchive(change: (header: Buffer) => void): Buffer {
  const archive = Buffer.from(zipSync({ a: strToU8(text) }))
  change(archive.subarray(archive.indexOf(directoryHeader)))
  return archive
}

/** Returns the archive with its directory's numbers moved to the fields for numbers above 4 GB. */
function withLargeNumbers(archive: Buffer): Buffer {
  const end = archive.subarray(-22)
  const at = end.readUInt32LE(16)
  const header = Buffer.from(archive.subarray(at, -22))
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  for (const [index, field] of [24, 20, 42].entries()) {
    extra.writeBigUInt64LE(BigInt(header.readUInt32LE(field)), 4 + index * 8)
    header.writeUInt32LE(0xffffffff, field)
  }
  header.writeUInt16LE(extra.length, 30)
  const end64 = Buffer.alloc(56)
  end64.write('PK\x06\x06', 'latin1')
  end64.writeBigUInt64LE(1n, 32)
  end64.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(at + header.length + extra.length), 8)
  end.writeUInt16LE(0xffff, 10)
  end.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([archive.subarray(0, at), header, extra, end64, locator, end])
}

describe('an archive', () => {
  test('of packed, stored, empty and oddly named files', () => {
    const files = {
      packed: strToU8(text),
      'folder/stored': [strToU8(text), { level: 0 }] as const,
      empty: strToU8(''),
      張: strToU8('name'),
      __proto__x: strToU8('x'),
    }
    expect(unpack(Buffer.from(zipSync(files as never)))).toEqual({
      packed: text,
      'folder/stored': text,
      empty: '',
      張: 'name',
      __proto__x: 'x',
    })
  })

  test('with a remark at its end', () => {
    const archive = Buffer.concat([zipSync({ a: strToU8(text) }), Buffer.from('remark')])
    archive.writeUInt16LE(6, archive.length - 8)
    expect(unpack(archive)).toEqual({ a: text })
  })

  test('with the fields of large archives', () => {
    expect(unpack(withLargeNumbers(Buffer.from(zipSync({ a: strToU8(text) }))))).toEqual({
      a: text,
    })
  })

  test('that claims more entries than there are', () => {
    expect(unpack(changedArchive((header) => header.writeUInt32LE(1_000_000, 24)))).toEqual({
      a: text,
    })
  })
})

describe('what is refused', () => {
  test.each<[string, (header: Buffer) => void]>([
    ['more than the directory claims', (header) => header.writeUInt32LE(100, 24)],
    ['more than none', (header) => header.writeUInt32LE(0, 24)],
    ['an encrypted file', (header) => header.writeUInt16LE(1, 8)],
    ['another way of packing', (header) => header.writeUInt16LE(12, 10)],
    ['a file cut short', (header) => header.writeUInt32LE(10, 20)],
    ['a file beyond the end', (header) => header.writeUInt32LE(1_000_000, 20)],
    ['a header elsewhere', (header) => header.writeUInt32LE(7, 42)],
    ['a header beyond the end', (header) => header.writeUInt32LE(1_000_000, 42)],
    ['a directory of something else', (header) => header.writeUInt32LE(7, 0)],
  ])('%s', (_, change) => {
    expect(() => unpack(changedArchive(change))).toThrow()
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no archive', Buffer.alloc(100_000, 'PK')],
    ['an archive without its end', Buffer.from(zipSync({ a: strToU8(text) })).subarray(0, -23)],
  ])('%s', (_, bytes) => {
    expect(() => unpack(bytes)).toThrow('The archive has no directory.')
  })

  test.each([0, 1, 60, 100])('an archive of which only the bytes after %i are there', (at) => {
    const archive = Buffer.from(zipSync({ a: strToU8(text) }))
    expect(() => unpack(archive.subarray(at + 1))).toThrow()
  })
})
