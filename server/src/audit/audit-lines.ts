import type { AuditFilter } from '@dashboard/contract/audit'
import { auditActionLabels, unusualUsername } from '@dashboard/contract/audit-actions'
import { localTime, zoneName } from '@dashboard/contract/local-time'
import type { Db } from '@dashboard/store/database/open-database'
import type { AuditRow } from '@dashboard/store/database/schema'
import { readInParts } from '../http/page-cursor.ts'
import type { Lines } from '../http/table-file.ts'
import { auditOrder, chooseEntries, hasUnusualUsername } from './audit-queries.ts'

const rowsPerPage = 500
/** Spreadsheets hold 32,767 characters in a cell. */
const maxCellLength = 32_000

const listColumns = (): [title: string, read: (row: AuditRow) => string | null][] => [
  ['Number', ({ sequence }) => String(sequence)],
  [`Time (${zoneName(Date.now())})`, ({ at }) => localTime(at)],
  ['Time (UTC)', ({ at }) => at],
  ['Person', ({ actor }) => actor],
  ['Person id', ({ actorId }) => actorId],
  ['What', ({ action }) => auditActionLabels[action]],
  ['Action', ({ action }) => action],
  ['Subject', ({ subject }) => subject],
  ['Address', ({ address }) => address],
  ['Details', ({ details }) => (details === '{}' ? '' : details)],
  ['Letters', ({ actor }) => (hasUnusualUsername(actor) ? unusualUsername : '')],
]

/** Yields the chosen entries as a table, newest first, read a page at a time. */
export async function* auditLines(db: Db, filter: AuditFilter): Lines {
  const columns = listColumns()
  yield columns.map(([title]) => title)
  for await (const row of readInParts(chooseEntries(db, filter), auditOrder('-at'), rowsPerPage)) {
    yield columns.map(([, read]) => toCell(read(row)))
  }
}

function toCell(text: string | null): string {
  return (text ?? '').length > maxCellLength ? `${text?.slice(0, maxCellLength)}…` : (text ?? '')
}
