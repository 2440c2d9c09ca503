import { Readable } from 'node:stream'
import type { AuditFilter } from '@dashboard/contract/audit'
import { auditActionLabels } from '@dashboard/contract/audit-actions'
import { easternTime } from '@dashboard/contract/eastern-time'
import { protectCell } from '@dashboard/contract/protected-cell'
import type { AuditRow } from '@dashboard/store/database/audit-tables'
import type { Db } from '@dashboard/store/database/open-database'
import Papa from 'papaparse'
import { readPage } from './audit-queries.ts'

const rowsPerPage = 500
const newline = '\r\n'
/** Spreadsheets hold 32,767 characters in a cell. */
const longestCell = 32_000

const columns: readonly [title: string, read: (row: AuditRow) => string | null][] = [
  ['Number', ({ sequence }) => String(sequence)],
  ['Time (ET)', ({ at }) => easternTime(at)],
  ['Time (UTC)', ({ at }) => at],
  ['Person', ({ actor }) => actor],
  ['Person id', ({ actorId }) => actorId],
  ['What', ({ action }) => auditActionLabels[action]],
  ['Action', ({ action }) => action],
  ['Subject', ({ subject }) => subject],
  ['Address', ({ address }) => address],
  ['Details', ({ details }) => (details === '{}' ? '' : details)],
]

/**
 * The chosen entries as CSV, newest first, a page at a time. Cells that a spreadsheet would run stand
 * behind an apostrophe (docs/sheet-format.md#cells-that-a-spreadsheet-would-run).
 */
export function streamCsv(db: Db, filter: AuditFilter): Readable {
  async function* lines() {
    // The byte order mark tells spreadsheets that the text is UTF-8.
    yield `\uFEFF${toLines([columns.map(([title]) => title)])}`
    let after: number | undefined
    for (;;) {
      const rows = await readPage(db, filter, { limit: rowsPerPage, sort: '-at', after })
      if (rows.length === 0) return
      yield toLines(rows.map((row) => columns.map(([, read]) => toCell(read(row)))))
      after = rows.at(-1)?.sequence
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

function toCell(text: string | null): string {
  const short = (text ?? '').length > longestCell ? `${text?.slice(0, longestCell)}…` : text
  return protectCell(short ?? '')
}

function toLines(cells: string[][]): string {
  return Papa.unparse(cells, { newline }) + newline
}
