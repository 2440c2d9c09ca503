import { type Separator, separators, type TextEncoding } from '@dashboard/contract/columns'
import { containsSeparator, protectCell } from '@dashboard/contract/protected-cell'
import Papa from 'papaparse'
import { matchHeader } from '../sheet-columns.ts'
import { markedEncoding } from './text-encoding.ts'

/** The text is not CSV, or in an unsupported encoding. The message is a sentence. */
export class CsvError extends Error {
  override name = 'CsvError'
}

/** Enough text to detect line ends and separator. */
const sampleCharacters = 64 * 1024
/** A row longer than this has an unclosed quotation mark, or the file is no table. */
const maxRowLength = 4 * 1024 * 1024
/** Lines by which the separator is judged. */
const judgedLines = 100
const lineEnd = '\r\n'
/** Marks the text as UTF-8 for spreadsheet programs. */
export const byteOrderMark = '\uFEFF'

/**
 * Returns the text of a formula that is nothing but a text, which programs write to keep a number's zeros: `="007"`.
 */
function textOf(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
}

export interface CsvFormat {
  encoding?: TextEncoding | undefined
  separator?: Separator | undefined
  onSeparator?: (separator: Separator) => void
}

/**
 * Yields rows of CSV text while it arrives; line ends are detected, and the separator unless it is given. Bytes that
 * are not text in `encoding` become the replacement character. Without an encoding, the text is UTF-8, or UTF-16 by its
 * byte order mark.
 * @throws CsvError
 */
export async function* parseCsv(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, separator, onSeparator }: CsvFormat = {},
): AsyncGenerator<string[]> {
  let rest = ''
  let parser: Papa.Parser | undefined
  let rowCount = 0
  let parsedFrom = sampleCharacters
  const parse = (last: boolean): string[][] => {
    if (rest === '') return []
    parser ??= createParser(rest, { separator, onSeparator })
    const mayHaveTexts = rest.includes('="')
    const result: Papa.ParseResult<string[]> = parser.parse(rest, 0, !last)
    const [wrong] = result.errors
    if (wrong) throw misplacedQuote(rowCount + (wrong.row ?? 0) + 1)
    rowCount += result.data.length
    rest = rest.slice(result.meta.cursor)
    if (rest.length > maxRowLength) {
      throw rest.includes('"') ? misplacedQuote(rowCount + 1) : overlongRow(rowCount + 1)
    }
    for (const row of mayHaveTexts ? result.data : []) {
      for (const [at, cell] of row.entries()) if (cell.startsWith('="')) row[at] = textOf(cell)
    }
    return result.data
  }
  for await (const text of decode(bytes, encoding)) {
    // A file may mix line ends; within cells, too, they mean the same.
    rest = (rest + text).replaceAll('\r\n', '\n')
    if (rest.length < parsedFrom) continue
    yield* parse(false)
    // An unfinished row is read again from its beginning, so it has to be much longer by then.
    parsedFrom = Math.min(Math.max(sampleCharacters, 2 * rest.length), maxRowLength + 1)
  }
  yield* parse(true)
}

function createParser(
  text: string,
  { separator, onSeparator }: Pick<CsvFormat, 'separator' | 'onSeparator'>,
): Papa.Parser {
  const sample = withoutQuotes(text.slice(0, sampleCharacters))
  // A row of titles may be longer than the sample. Excel for Mac breaks lines within cells differently from rows.
  const newline = sample.includes('\n') || !sample.includes('\r') ? '\n' : '\r'
  const delimiter = separator ?? guessSeparator(sample.split(newline))
  onSeparator?.(delimiter)
  return new Papa.Parser({ delimiter, newline })
}

/** Leaves out the quotation marks around cells, and the separators and line ends between them. */
function withoutQuotes(sample: string): string {
  return sample.replace(/(?<![^,;\t|\r\n])"(?:[^"]|"")*(?:"|$)/g, (cell) =>
    cell.replace(/[",;\t|\r\n]/g, ' '),
  )
}

/**
 * Returns the separator that splits the rows most evenly: the one with which most rows have the same number of cells,
 * less the rows below the first that it does not split. Among equals, titles of ours decide, then the number of cells.
 */
function guessSeparator(lines: readonly string[]): Separator {
  const judged = lines.filter((line) => line.trim() !== '').slice(0, judgedLines)
  const scores = separators.map((separator) => {
    const rows = judged.map((line) => line.split(separator))
    const cut = rows.slice(rows.findIndex((cells) => cells.length > 1))
    const widths = cut.map((cells) => cells.length).filter((width) => width > 1)
    const alike = Map.groupBy(widths, (width) => width)
    const [width, same] = [...alike].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [1, []]
    const titles = cut.find((cells) => cells.length === width) ?? []
    return {
      separator,
      even: same.length - (widths.length === 0 ? 0 : cut.length - widths.length),
      known: matchHeader(titles).positions.size,
      cells: widths.reduce((sum, each) => sum + each, 0),
    }
  })
  const [best] = scores.toSorted(
    (a, b) => b.even - a.even || b.known - a.known || b.cells - a.cells,
  )
  return best?.separator ?? ','
}

function misplacedQuote(row: number): CsvError {
  return new CsvError(
    `A quotation mark (") is missing or in the wrong place, in or after row ${row}.`,
  )
}

function overlongRow(row: number): CsvError {
  return new CsvError(
    `Row ${row} is too long for a row of a table. Check that each row of the file is on its own line.`,
  )
}

async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding | undefined,
): AsyncGenerator<string> {
  let decoder = encoding && new TextDecoder(encoding)
  try {
    for await (const piece of bytes) {
      decoder ??= new TextDecoder(markedEncoding(piece), { fatal: true })
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

/** Returns rows as CSV text; cells that a spreadsheet program would run get an apostrophe in front. */
export function formatCsv(rows: readonly string[][]): string {
  const cells = rows.map((row) => row.map((cell) => protectCell(cell.toWellFormed())))
  return Papa.unparse(cells, { newline: lineEnd, quotes: containsSeparator }) + lineEnd
}
