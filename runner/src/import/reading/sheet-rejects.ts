import { hash } from 'node:crypto'
import type { Database } from '@dashboard/store/database/schema'
import { joinKey, personKey } from '@dashboard/store/volunteers/person-key'
import { maxCellLength } from '@dashboard/store/workbook/cell-text'
import type { SheetPerson } from './row-mapping.ts'

/** Why a row is skipped (docs/sheet-format.md#rows-that-are-skipped). */
export type SheetReject = Omit<Database['import_rejects'], 'id' | 'importId' | 'firstSeenAt'>

/**
 * More characters than any name has; requests for reports, their files and their headings contain the names of places.
 */
const maxNameLength = 200

/** Cuts a cell that is too long, so that it is still too long when the stored row is read again. */
export function cutCell(cell: string): string {
  return cell.length > maxCellLength ? `${cell.slice(0, maxCellLength)}…` : cell
}

export const titlesAgain = 'It repeats the titles of the columns.'
export const oneText = 'Its required columns all have the same text.'
export const longerName = `The name has more than ${maxNameLength} characters, too many for a report.`
/** The cells are in columns that are not theirs. */
export const shifted =
  'It has more cells than there are titles, so a comma or another separator in one of them is not between quotation marks.'

/** Whether a row is a second one of titles, as programs for surveys write it: 'Open-Ended Response'. */
export function hasOneText({ firstName, lastName, circuit, congregation }: SheetPerson): boolean {
  const name = firstName === lastName ? firstName : `${firstName} ${lastName}`
  return name === circuit && name === congregation
}

export function findLongName({ firstName, lastName, circuit, congregation }: SheetPerson) {
  if (circuit.length > maxNameLength) return 'Circuit'
  if (congregation.length > maxNameLength) return 'Congregation'
  if (firstName.length > maxNameLength) return 'First Name'
  return lastName.length > maxNameLength ? 'Last Name' : undefined
}

/** Rejects a row in which no person can be read. */
export function rejectRow(rowIndex: number, columnTitle: string, reason: string): SheetReject {
  return rejectOf(rowIndex, nobody, { columnTitle, value: null, reason })
}

/** Rejects a row without these required values, some of which may be errors of the spreadsheet program. */
export function rejectBlank(
  rowIndex: number,
  person: SheetPerson,
  columns: readonly string[],
  errors: readonly string[],
): SheetReject {
  const names = columns.map((title) => `'${title}'`).join(' and ')
  const verb = columns.length === 1 ? 'is' : 'are'
  const found = [...new Set(errors)].join(' and ')
  const reason =
    errors.length === 0
      ? `${names} ${verb} blank.`
      : `${names} ${verb} blank, because of the spreadsheet error ${found}.`
  const value = errors.length === 0 ? null : found
  return rejectOf(rowIndex, person, { columnTitle: columns.join(', '), value, reason })
}

const nobody: SheetPerson = {
  locustId: null,
  firstName: '',
  lastName: '',
  circuit: '',
  congregation: '',
}

/** Rejects a row of the person of an earlier row. */
export function rejectRepetition(rowIndex: number, person: SheetPerson, firstRow: number) {
  const what =
    person.locustId === null
      ? 'The same name in the same congregation, without a Locust ID,'
      : 'Its Locust ID'
  const reason = `${what} is already in row ${firstRow}, so this later row is left out.`
  return rejectPerson(rowIndex, person, reason)
}

/** Rejects an answer to a form by somebody who has answered again. */
export function rejectEarlierAnswer(rowIndex: number, person: SheetPerson, laterRow: number) {
  const reason = `The same person answered again in row ${laterRow}, and that answer counts.`
  return rejectPerson(rowIndex, person, reason)
}

function rejectPerson(rowIndex: number, person: SheetPerson, reason: string): SheetReject {
  const { locustId, firstName, lastName } = person
  const what =
    locustId === null
      ? { columnTitle: 'First Name, Last Name', value: `${firstName} ${lastName}` }
      : { columnTitle: 'Locust ID', value: locustId }
  return rejectOf(rowIndex, person, { ...what, reason })
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

/** Returns the log line of a skipped row; it never contains the row's values. */
export function describeReject({ rowIndex, reason }: SheetReject): string {
  return `Row ${rowIndex} skipped: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
}
