import { Readable } from 'node:stream'
import { containsSeparator, protectCell } from '@dashboard/contract/protected-cell'
import { newWorkbook } from '@dashboard/store/workbook/new-workbook'
import { streamWorkbook } from '@dashboard/store/workbook/write-workbook'
import type { FastifyReply } from 'fastify'
import Papa from 'papaparse'
import { attachment } from './content-disposition.ts'

/** Rows of cells, the titles first; read only as fast as they are sent. */
export type Lines = AsyncIterable<string[]> | Iterable<string[]>

const newline = '\r\n'
const linesPerPiece = 500

/**
 * Sends a table: as CSV, with an apostrophe before cells that a spreadsheet would run
 * (docs/sheet-format.md#cells-that-a-spreadsheet-would-run), or as a workbook of one sheet, in which all cells are
 * text.
 */
export function sendTable(
  reply: FastifyReply,
  format: 'csv' | 'xlsx',
  fileName: string,
  sheetName: string,
  lines: Lines,
): FastifyReply {
  return reply
    .type(types[format])
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'private, no-store')
    .send(
      format === 'csv'
        ? Readable.from(csvPieces(lines), { objectMode: false })
        : streamWorkbook(newWorkbook(sheetName), lines),
    )
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

async function* csvPieces(lines: Lines) {
  // By the byte order mark spreadsheet programs recognize UTF-8. It comes with the first lines: what fails before them
  // is answered as a failure.
  let start = '\uFEFF'
  let piece: string[][] = []
  for await (const line of lines) {
    piece.push(line.map(protectCell))
    if (piece.length < linesPerPiece) continue
    yield start + toText(piece)
    start = ''
    piece = []
  }
  yield start + toText(piece)
}

function toText(lines: string[][]): string {
  if (lines.length === 0) return ''
  return Papa.unparse(lines, { newline, quotes: containsSeparator }) + newline
}
