import { hash } from 'node:crypto'
import { joinKey, personKey } from '@dashboard/store/volunteers/person-key'
import type { SheetPerson } from './row-mapping.ts'

/** Why a row is skipped (docs/sheet-format.md#rows-that-are-skipped). */
export interface SheetReject {
  rowIndex: number
  columnTitle: string
  value: string | null
  /** A sentence. */
  reason: string
  circuit: string
  congregation: string
  /** The same for the same row, skipped for the same reason, wherever it stands. */
  identity: string
}

/** A row without these required values. */
export function rejectBlank(
  rowIndex: number,
  person: SheetPerson,
  columns: readonly string[],
): SheetReject {
  const names = columns.map((title) => `'${title}'`).join(' and ')
  const reason = `${names} ${columns.length === 1 ? 'is' : 'are'} blank.`
  return rejectOf(rowIndex, person, { columnTitle: columns.join(', '), value: null, reason })
}

/** A row about the same volunteer as an earlier one. */
export function rejectRepetition(
  rowIndex: number,
  person: SheetPerson,
  firstRow: number,
): SheetReject {
  const { locustId, firstName, lastName } = person
  return rejectOf(
    rowIndex,
    person,
    locustId === null
      ? {
          columnTitle: 'First Name, Last Name',
          value: `${firstName} ${lastName}`,
          reason: `The same name in the same congregation, without a Locust ID, is already in row ${firstRow}.`,
        }
      : {
          columnTitle: 'Locust ID',
          value: locustId,
          reason: `Its Locust ID is already in row ${firstRow}.`,
        },
  )
}

function rejectOf(
  rowIndex: number,
  person: SheetPerson,
  what: Pick<SheetReject, 'columnTitle' | 'value' | 'reason'>,
): SheetReject {
  const { circuit, congregation, locustId } = person
  const text = joinKey(what.columnTitle, what.value, locustId, personKey(person))
  const identity = hash('sha256', text, 'base64url').slice(0, 22)
  return { rowIndex, ...what, circuit, congregation, identity }
}

/** What the job's log says of it; never what stands in the row. */
export function describeReject({ rowIndex, reason }: SheetReject): string {
  return `Row ${rowIndex} skipped: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
}
