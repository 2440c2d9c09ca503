import { buffer } from 'node:stream/consumers'
import { CsvError, parseCsv } from '../spreadsheets/csv/csv-text.ts'
import { SheetError } from '../spreadsheets/sheet-error.ts'
import { readXlsxRows } from '../spreadsheets/xlsx/xlsx-reader.ts'
import { JsonShapeError, readJsonRows } from './json-rows.ts'
import type { LocustFailures } from './locust-failures.ts'

type Format = 'csv' | 'json' | 'xlsx'

/** More than any real export has, so that an endless response cannot exhaust the memory. */
const maxBodyBytes = 512 * 1024 * 1024

const formats: Record<string, Format> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'text/json': 'json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}
/** Generic content types; the format is then detected from the first characters. */
const anyFormat = ['', 'text/plain', 'application/octet-stream', 'binary/octet-stream']

/**
 * Yields the rows of a response, titles first: while it arrives (CSV), or after it has arrived (JSON, XLSX).
 * @throws JobError for content that is not data.
 */
export async function* readContent(
  contentType: string,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  failures: LocustFailures,
): AsyncGenerator<string[]> {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const bytes = limited(body, failures)
  const { value: first } = await bytes.next()
  if (first === undefined) throw failures.empty()
  const start = new TextDecoder().decode(first.subarray(0, 200)).trimStart()
  if (type === 'text/html' || start.startsWith('<')) throw failures.webPage()
  const format = formats[type] ?? (anyFormat.includes(type) ? guess(start) : undefined)
  if (format === undefined) throw failures.unknownType(type)
  const whole = startingWith(first, bytes)
  try {
    if (format === 'csv') yield* parseCsv(whole)
    else if (format === 'json') yield* readJsonRows((await buffer(whole)).toString())
    else yield* readXlsxRows(await buffer(whole))
  } catch (error) {
    if (error instanceof JsonShapeError) throw failures.unreadable(`The JSON ${error.message}.`)
    if (error instanceof CsvError || error instanceof SheetError) {
      throw failures.unreadable(error.message)
    }
    throw error
  }
}

function guess(start: string): Format {
  if (start.startsWith('PK')) return 'xlsx'
  return /^[[{]/.test(start) ? 'json' : 'csv'
}

async function* limited(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  failures: LocustFailures,
): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const piece of body) {
    total += piece.length
    if (total > maxBodyBytes) throw failures.tooLarge()
    if (piece.length > 0) yield piece
  }
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}
