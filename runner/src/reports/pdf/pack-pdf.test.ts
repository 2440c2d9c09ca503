import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { packPdf } from './pack-pdf.ts'

const stream = '3 0 obj\n<<\n  /Length 4\n>>\nstream\nendo\nendstream\nendobj\n'
const objects = [
  '1 0 obj\n<<\n  /Type /Catalog\n  /Pages 2 0 R\n>>\nendobj\n',
  '2 0 obj\n<< /Type /Pages /Count 0 /Kids [] >>\nendobj\n',
  stream,
  ...Array.from({ length: 450 }, (_, index) => `${index + 4} 0 obj\n(Element ${index})\nendobj\n`),
]

function plainPdf(): Buffer {
  let body = '%PDF-1.7\n'
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f\r\n`
  for (const object of objects) {
    table += `${String(body.length).padStart(10, '0')} 00000 n\r\n`
    body += object
  }
  const trailer = `trailer\n<<\n  /Size ${objects.length + 1}\n  /Root 1 0 R\n>>\n`
  return Buffer.from(`${body}${table}${trailer}startxref\n${body.length}\n%%EOF`)
}

/** Reads a packed PDF as a viewer does: by its cross-reference stream. */
function readPacked(pdf: Buffer): Map<number, string> {
  const text = pdf.toString('latin1')
  const streamAt = (offset: number): { entries: string; content: Buffer } => {
    const [head = '', length = ''] =
      /^\d+ 0 obj\n<<.*?\/Length (\d+) >>\nstream\n/s.exec(text.slice(offset)) ?? []
    const from = offset + head.length
    return { entries: head, content: inflateSync(pdf.subarray(from, from + Number(length))) }
  }
  const table = streamAt(Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1]))
  expect(table.entries).toContain('/Root 1 0 R')
  const found = new Map<number, string>()
  const rows = Array.from({ length: table.content.length / 7 }, (_, id) => ({
    id,
    kind: table.content.readUInt8(id * 7),
    value: table.content.readUInt32BE(id * 7 + 1),
    index: table.content.readUInt16BE(id * 7 + 5),
  }))
  const offsets = new Map(rows.filter((row) => row.kind === 1).map((row) => [row.id, row.value]))
  for (const { id, value, index } of rows.filter((row) => row.kind === 2)) {
    const { entries, content } = streamAt(offsets.get(value) ?? Number.NaN)
    const first = Number(/\/First (\d+)/.exec(entries)?.[1])
    const numbers = content.toString('latin1', 0, first).trim().split(' ').map(Number)
    expect(numbers[index * 2]).toBe(id)
    const from = first + (numbers[index * 2 + 1] ?? Number.NaN)
    const to = first + (numbers[index * 2 + 3] ?? content.length)
    found.set(id, content.toString('latin1', from, to).trim())
  }
  for (const [id, offset] of offsets) found.set(id, text.slice(offset, offset + stream.length))
  return found
}

it('preserves every object, streams unchanged, and compresses the rest', () => {
  const packed = Buffer.from(packPdf(plainPdf()))
  expect(packed.length).toBeLessThan(plainPdf().length / 3)
  const found = readPacked(packed)
  for (const [index, object] of objects.entries()) {
    const body = object.replace(/^\d+ 0 obj\n|\nendobj\n$/g, '')
    expect(found.get(index + 1)).toBe(object === stream ? stream : body)
  }
})

it('returns other PDFs unchanged', () => {
  for (const bytes of [
    Buffer.from('%PDF-1.7 nothing'),
    Buffer.alloc(0),
    Buffer.from(plainPdf().toString('latin1').replace('65535 f', '65535 x'), 'latin1'),
  ]) {
    expect(packPdf(bytes)).toBe(bytes)
  }
})
