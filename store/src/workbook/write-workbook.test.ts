import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { newWorkbook } from './new-workbook.ts'
import { streamWorkbook } from './write-workbook.ts'

const write = (rows: Iterable<string[]>) => buffer(streamWorkbook(newWorkbook('People'), rows))

/** Returns checksum and size of each file from the archive's directory, keyed by name. */
function readDirectory(archive: Buffer): Map<string, { crc: number; size: number }> {
  const found = new Map<string, { crc: number; size: number }>()
  for (
    let at = archive.indexOf('PK\x01\x02');
    at >= 0;
    at = archive.indexOf('PK\x01\x02', at + 4)
  ) {
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))
    found.set(name, { crc: archive.readUInt32LE(at + 16), size: archive.readUInt32LE(at + 24) })
  }
  return found
}

test('each file of a workbook of many pieces has its checksum and size', async () => {
  // Random digits hardly compress, so that the compressor has much to output and must wait.
  const rows = Array.from({ length: 3_000 }, (_, row) =>
    Array.from({ length: 20 }, (_cell, column) => String(Math.sin(row * 20 + column))),
  )
  const archive = await write(rows)
  const files = Object.entries(unzipSync(archive))
  const directory = readDirectory(archive)
  expect(files).toHaveLength(6)
  for (const [name, bytes] of files) {
    expect([name, directory.get(name)]).toEqual([name, { crc: crc32(bytes), size: bytes.length }])
  }
  const sheet = strFromU8(unzipSync(archive)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet.match(/<c /g)).toHaveLength(60_000)
  expect(sheet).toContain(`<t xml:space="preserve">${rows.at(-1)?.at(-1)}</t>`)
})

test('rows that fail end the workbook with their failure', async () => {
  function* rows() {
    for (let row = 0; row < 1_000; row += 1) yield [`Cell ${row}`]
    throw new Error('no more rows')
  }
  await expect(write(rows())).rejects.toThrow('no more rows')
})

test('rows that fail before the workbook is read fail its reader', async () => {
  function* rows() {
    yield ['Cell']
    throw new Error('no more rows')
  }
  const workbook = streamWorkbook(newWorkbook('People'), rows())
  await new Promise((resolve) => workbook.once('close', resolve))
  await expect(buffer(workbook)).rejects.toThrow('no more rows')
})

test('the source of the rows is closed when nobody reads the workbook any more', async () => {
  const ended = Promise.withResolvers<void>()
  let isBegun = false
  function* rows() {
    isBegun = true
    try {
      for (;;) yield [String(Math.random())]
    } finally {
      ended.resolve()
    }
  }
  const workbook = streamWorkbook(newWorkbook('People'), rows())
  for await (const _piece of workbook) if (isBegun) break
  await ended.promise
})
