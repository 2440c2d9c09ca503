import { holdsSeparator, protectCell } from '@dashboard/contract/protected-cell'
import Papa from 'papaparse'
import { headerSearchRows, matchHeader } from '../sheet-columns.ts'

/** The text is not CSV, or in an unsupported encoding. The message is a sentence. */
export class CsvError extends Error {
  override name = 'CsvError'
}

/** Enough text to detect line ends and separator. */
const sampleCharacters = 64 * 1024
/** A row longer than this has an unclosed quotation mark. */
const longestRow = 4 * 1024 * 1024
const delimiters = [',', ';', '\t'] as const
const lineEnd = '\r\n'
/** Marks the text as UTF-8 for spreadsheet programs. */
export const byteOrderMark = '\uFEFF'

/**
 * Yields rows of CSV text while it arrives. Separator (comma, semicolon or tab, judged by the titles of our columns),
 * line ends and encoding (UTF-8, or UTF-16 by its byte order mark) are detected.
 * @throws CsvError
 */
export async function* parseCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest = ''
  let parser: Papa.Parser | undefined
  let rowCount = 0
  let parsedFrom = sampleCharacters
  const parse = (last: boolean): string[][] => {
    if (rest === '') return []
    parser ??= createParser(rest)
    const result: Papa.ParseResult<string[]> = parser.parse(rest, 0, !last)
    const [wrong] = result.errors
    if (wrong) throw misplacedQuote(rowCount + (wrong.row ?? 0) + 1)
    rowCount += result.data.length
    rest = rest.slice(result.meta.cursor)
    if (rest.length > longestRow) throw misplacedQuote(rowCount + 1)
    return result.data
  }
  for await (const text of decode(bytes)) {
    // A file may mix line ends; within cells, too, they mean the same.
    rest = (rest + text).replaceAll('\r\n', '\n')
    if (rest.length < parsedFrom) continue
    yield* parse(false)
    // An unfinished row is read again from its beginning, so it has to be much longer by then.
    parsedFrom = Math.min(Math.max(sampleCharacters, 2 * rest.length), longestRow + 1)
  }
  yield* parse(true)
}

function createParser(text: string): Papa.Parser {
  const sample = text.slice(0, sampleCharacters)
  // A row of titles may be longer than the sample.
  const newline = sample.includes('\n') || !sample.includes('\r') ? '\n' : '\r'
  return new Papa.Parser({ delimiter: guessDelimiter(sample.split(newline)), newline })
}

/**
 * Returns the separator with which a line of the sample names the most columns of the format; if no line names any, the
 * separator that occurs most often in a line.
 */
function guessDelimiter(lines: readonly string[]): string {
  const top = lines.slice(0, headerSearchRows).map((line) => line.replaceAll('"', ''))
  const scores = delimiters.map((delimiter) => {
    const titles = top.map((line) => line.split(delimiter))
    return {
      delimiter,
      known: Math.max(...titles.map((cells) => matchHeader(cells).positions.size)),
      cells: Math.max(...titles.map((cells) => cells.length)),
    }
  })
  const [best] = scores.toSorted((a, b) => b.known - a.known || b.cells - a.cells)
  return best?.delimiter ?? ','
}

function misplacedQuote(row: number): CsvError {
  return new CsvError(
    `A quotation mark (") stands in a wrong place or is missing, in or after row ${row}.`,
  )
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  try {
    for await (const piece of bytes) {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
      yield decoder.decode(piece, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    if (!isEncodingError(error)) throw error
    throw new CsvError('The text is not in UTF-8. Save it as "CSV UTF-8", then try again.', {
      cause: error,
    })
  }
}

function isEncodingError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  )
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Returns rows as CSV text; cells that a spreadsheet program would run get an apostrophe in front. */
export function formatCsv(rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map((cell) => protectCell(cell.toWellFormed())))
  return Papa.unparse(cells, { newline: lineEnd, quotes: holdsSeparator }) + lineEnd
}
