import { deflateSync } from 'node:zlib'

interface PdfObject {
  id: number
  /** The bytes from `1 0 obj` to `endobj`. */
  text: Buffer
  isStream: boolean
}

interface PdfParts {
  header: Buffer
  objects: PdfObject[]
  trailer: string
}

/** A reader unpacks an object stream as a whole, so streams are small. */
const objectsPerStream = 200

/**
 * Packs the objects of a PDF that Typst wrote into compressed object streams (PDF 1.5): the structure tree is most of a
 * tagged report and shrinks to a tenth. Returns the bytes unchanged if they are not laid out as expected.
 */
export function packPdf(pdf: Uint8Array): Uint8Array {
  const parts = readParts(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
  return parts ? writePacked(parts) : pdf
}

/** Parses a PDF with one classic cross-reference table, generation 0 throughout. */
function readParts(pdf: Buffer): PdfParts | undefined {
  const startxref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 64))
  if (!startxref) return undefined
  const tableAt = Number(startxref[1])
  const table =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf][ \r\n]{2})+)trailer\s*<<([\s\S]*)>>\s*startxref/.exec(
      pdf.toString('latin1', tableAt),
    )
  if (!table) return undefined
  const [, , entries = '', trailer = ''] = table
  const offsets = entries
    .match(/\d{10} \d{5} [nf]/g)
    ?.flatMap((entry, id) => (entry.endsWith('n') ? [{ id, at: Number(entry.slice(0, 10)) }] : []))
    .sort((a, b) => a.at - b.at)
  if (!offsets?.[0]) return undefined
  const objects = offsets.map(({ id, at }, index) =>
    readObject(pdf, id, at, offsets[index + 1]?.at ?? tableAt),
  )
  if (objects.some((object) => object === undefined)) return undefined
  return {
    header: pdf.subarray(0, offsets[0].at),
    objects: objects.filter((object) => object !== undefined),
    trailer: trailer.replace(/\/Size \d+/, '').trim(),
  }
}

function readObject(pdf: Buffer, id: number, from: number, to: number): PdfObject | undefined {
  const end = pdf.lastIndexOf('endobj', to)
  const text = pdf.subarray(from, end + 'endobj'.length)
  const isWhole = end > from && text.toString('latin1', 0, 24).startsWith(`${id} 0 obj`)
  const isStream = text.subarray(-24).toString('latin1').includes('endstream')
  return isWhole ? { id, text, isStream } : undefined
}

function writePacked({ header, objects, trailer }: PdfParts): Buffer {
  const chunks: Buffer[] = [header]
  let position = header.length
  const add = (chunk: Buffer) => {
    chunks.push(chunk)
    position += chunk.length
  }
  /** Type of each entry with the two values that a cross-reference stream stores for it. */
  const crossReferences = new Map<number, [number, number, number]>([[0, [0, 0, 0xffff]]])
  for (const { id, text } of objects.filter((object) => object.isStream)) {
    crossReferences.set(id, [1, position, 0])
    add(Buffer.concat([text, Buffer.from('\n')]))
  }
  let nextId = Math.max(...objects.map((object) => object.id)) + 1
  const plain = objects.filter((object) => !object.isStream)
  for (let at = 0; at < plain.length; at += objectsPerStream) {
    const group = plain.slice(at, at + objectsPerStream)
    const streamId = nextId++
    group.forEach(({ id }, index) => {
      crossReferences.set(id, [2, streamId, index])
    })
    crossReferences.set(streamId, [1, position, 0])
    add(objectStream(streamId, group))
  }
  const tableAt = position
  crossReferences.set(nextId, [1, tableAt, 0])
  add(referenceStream(nextId, crossReferences, trailer))
  add(Buffer.from(`startxref\n${tableAt}\n%%EOF\n`))
  return Buffer.concat(chunks)
}

function objectStream(id: number, group: PdfObject[]): Buffer {
  const bodies = group.map(({ id: inner, text }) =>
    text.subarray(`${inner} 0 obj`.length, -'endobj'.length),
  )
  let offset = 0
  const index = group.map(({ id: inner }, at) => {
    const entry = `${inner} ${offset}`
    offset += bodies[at]?.length ?? 0
    return entry
  })
  const head = Buffer.from(`${index.join(' ')}\n`)
  const entries = `/Type /ObjStm /N ${group.length} /First ${head.length}`
  return stream(id, entries, Buffer.concat([head, ...bodies]))
}

function referenceStream(
  id: number,
  crossReferences: Map<number, [number, number, number]>,
  trailer: string,
): Buffer {
  const rows = Buffer.alloc((id + 1) * 7)
  for (const [object, [kind, value, index]] of crossReferences) {
    rows.writeUInt8(kind, object * 7)
    rows.writeUInt32BE(value, object * 7 + 1)
    rows.writeUInt16BE(index, object * 7 + 5)
  }
  return stream(id, `/Type /XRef /Size ${id + 1} /W [1 4 2] ${trailer}`, rows)
}

function stream(id: number, entries: string, content: Buffer): Buffer {
  const packed = deflateSync(content)
  return Buffer.concat([
    Buffer.from(
      `${id} 0 obj\n<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}
