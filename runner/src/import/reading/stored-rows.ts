import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { toJson } from '@dashboard/store/database/column-values'

/**
 * Reads and writes the compressed rows of an import in the file store, so that one can go back to them
 * (docs/imports.md#going-back): a line with the titles, a line for each row, and a line with the cart locations of that
 * time.
 */

export const storedRowsType = 'application/zstd'

/** Row number of the header, and its titles as raw rows have them. */
export interface StoredHeader {
  headerRow: number
  titles: readonly string[]
  /** Whether separators made the cells, so that a row with too many has been shifted. */
  isDelimited: boolean
}

/** A stored row: its number, and its cells as JSON text. */
export interface StoredRow {
  rowIndex: number
  rawData: string
}

/** Cart locations after an import, with their categories; the import's rows alone do not determine them. */
export type StoredLocations = readonly (readonly [name: string, category: string | null])[]

/** Compresses lines as they arrive, so that only their compressed form is held in memory. */
export function createLineFile() {
  // Level 1 takes a third of the time of the default level, for a tenth more bytes.
  const stream = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  const compressed = buffer(stream)
  return {
    /** Resolves once more lines may be written. */
    async write(lines: string): Promise<void> {
      if (lines !== '' && !stream.write(lines)) {
        await once(stream, 'drain')
      }
    },
    finish(): Promise<Uint8Array> {
      stream.end()
      return compressed
    },
  }
}

export class StoredRowsWriter {
  readonly #file = createLineFile()
  readonly #hash = createHash('sha256')
  #header = ''

  begin(header: StoredHeader): void {
    this.#header = `${toJson(header)}\n`
  }

  async add(rows: readonly StoredRow[]): Promise<void> {
    const lines = rows.map(rowLine).join('')
    this.#hash.update(lines)
    await this.#file.write(this.#header + lines)
    this.#header = ''
  }

  async finish(locations: StoredLocations) {
    await this.#file.write(`${toJson({ locations })}\n`)
    return {
      storedRows: await this.#file.finish(),
      rowsHash: this.#hash.digest('base64url'),
    }
  }
}

export function readLines(content: Readable): AsyncIterable<string> {
  const plain = createZstdDecompress()
  // Closes the file even if not all of its lines are read; errors reach the reader of the lines.
  pipeline(content, plain, () => {})
  // Only a newline ends a line: JSON may contain other line separators unescaped.
  return splitLines(plain)
}

async function* splitLines(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  let rest = ''
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

export function rowLine(row: StoredRow): string {
  return `${row.rowIndex} ${row.rawData}\n`
}

/**
 * Reads such a file, whose rows are read once; `locations` is available after them. Row n of the sheet is the n-th row,
 * as with a spreadsheet.
 */
export async function openStoredSheet(content: Readable) {
  let locations: StoredLocations = []
  const lines = readLines(content)[Symbol.asyncIterator]()
  const first = await lines.next()
  const header: StoredHeader | undefined =
    first.done !== true && first.value.startsWith('{"headerRow"')
      ? JSON.parse(first.value)
      : undefined
  async function* rows(): AsyncGenerator<string[]> {
    const { headerRow = 0, titles = [] } = header ?? {}
    const positions = new Map(titles.map((title, index) => [title, index]))
    let written = 0
    for (; written < headerRow - 1; written++) yield []
    if (header) yield [...titles]
    written = headerRow
    try {
      for (let line = header ? await lines.next() : first; !line.done; line = await lines.next()) {
        if (line.value.startsWith('{"locations"')) {
          locations = (JSON.parse(line.value) as { locations: StoredLocations }).locations
          continue
        }
        const { rowIndex, cells } = readRow(line.value, positions)
        for (; written < rowIndex - 1; written++) yield []
        yield cells
        written += 1
      }
    } finally {
      await lines.return?.()
    }
  }
  return {
    isDelimited: header?.isDelimited ?? false,
    rows: rows(),
    get locations() {
      return locations
    },
  }
}

/** Splits a line into row number and cells, without parsing the cells. */
export function splitRowLine(line: string): StoredRow | undefined {
  if (line.startsWith('{')) return undefined
  const blank = line.indexOf(' ')
  return { rowIndex: Number(line.slice(0, blank)), rawData: line.slice(blank + 1) }
}

function readRow(line: string, positions: ReadonlyMap<string, number>) {
  const { rowIndex = 0, rawData = '{}' } = splitRowLine(line) ?? {}
  const cells: string[] = Array(positions.size).fill('')
  for (const [title, cell] of Object.entries(JSON.parse(rawData) as Record<string, string>)) {
    // Cells to the right of the header are named after their column number.
    const position = positions.get(title) ?? Number(/^Column (\d+)$/.exec(title)?.[1]) - 1
    if (position >= 0) cells[position] = cell
  }
  for (let index = 0; index < cells.length; index++) cells[index] ??= ''
  return { rowIndex, cells }
}
