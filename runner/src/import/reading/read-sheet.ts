import type { MatchedWord } from '@dashboard/contract/columns'
import { formatCount } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { flagColumns, headerKey, requiredColumns } from '@dashboard/contract/sheet-columns'
import { toJson } from '@dashboard/store/database/column-values'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { joinKey, locustIdKey, nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import { type Contact, compareContacts } from '@dashboard/store/volunteers/same-person'
import { maxCellLength } from '@dashboard/store/workbook/cell-text'
import { isAnswerTime, isLaterAnswer } from '../../columns/answer-times.ts'
import { areFromTo } from '../../columns/cell-kinds.ts'
import { readWords, type Words } from '../../columns/day-tokens.ts'
import { findMarks } from '../../columns/find-words.ts'
import { readLine } from '../../spreadsheets/cell-text.ts'
import { isErrorCell } from '../../spreadsheets/error-cells.ts'
import {
  findHeader,
  type HeaderMatch,
  headerSearchRows,
  isLonger,
  requireFewColumns,
  requireShortTitles,
} from '../../spreadsheets/sheet-columns.ts'
import {
  createRowMapper,
  type NamedPerson,
  type RowWarning,
  rawTitles,
  type SheetVolunteer,
} from './row-mapping.ts'
import {
  cutCell,
  findLongName,
  hasOneText,
  longerName,
  oneText,
  rejectBlank,
  rejectEarlierAnswer,
  rejectRepetition,
  rejectRow,
  type SheetReject,
  shifted,
  titlesAgain,
} from './sheet-rejects.ts'
import type { StoredHeader } from './stored-rows.ts'

/**
 * Number of rows yielded at a time, so that memory does not grow with the sheet. Those of a form are yielded at its
 * end, since a later answer may replace any of them.
 */
const rowsPerChunk = 500

/** Rows that are scanned before the first is read, to see which marks occur together. */
const sampledRows = 500

/** One row that is not blank. */
export interface SheetRow {
  /** Row number in the spreadsheet program, from 1. */
  rowIndex: number
  /** The row's cells, unchanged, as JSON text. */
  rawData: string
  entry?: { volunteer: SheetVolunteer; warnings: RowWarning[] }
  reject?: SheetReject
  /** The number of a row with an earlier answer of the same person. */
  replaces?: number
  /** What was left out of the row before it was read. */
  warnings?: readonly RowWarning[]
}

/**
 * Reads the rows of a sheet, some at a time. One bad row never stops the others: it is yielded as skipped.
 * @throws SheetError when the header row is missing or incomplete, or a row is too wide.
 */
export async function* readSheet(
  rows: AsyncIterable<string[]>,
  {
    onProgress = () => {},
    onHeader = () => {},
    onUnknownColumn = () => {},
    isDelimited = false,
    hasShortTitles = false,
    takeWarnings = () => [],
    areApart = () => false,
  }: {
    onProgress?: (rowCount: number) => void
    onHeader?: (header: StoredHeader, columns: HeaderMatch) => void
    /** Called once for each column outside the format; if it has no title, when it first has a value. */
    onUnknownColumn?: (title: string) => void
    /** See `Spreadsheet`. Rows with more cells than titles are skipped, unless most of the first rows have more. */
    isDelimited?: boolean
    /** Refuses titles that are longer than those of an uploaded file may be. */
    hasShortTitles?: boolean
    takeWarnings?: (rowIndex: number) => readonly RowWarning[]
    areApart?: AreApart
  },
): AsyncGenerator<readonly SheetRow[]> {
  const top: string[][] = []
  let piece: SheetRow[] = []
  let read: RowReader | undefined
  let isForm = false
  const take = (cells: readonly string[], rowIndex: number) => {
    const row = read?.(cells, rowIndex)
    const warnings = takeWarnings(rowIndex)
    if (row) piece.push(warnings.length > 0 ? { ...row, warnings } : row)
  }
  const begin = () => {
    const header = findHeader(top)
    const titles = rawTitles(top[header.rowIndex] ?? [])
    if (hasShortTitles) requireShortTitles(titles)
    onHeader({ headerRow: header.rowIndex + 1, titles, isDelimited }, header)
    const below = top.slice(header.rowIndex + 1)
    const first = top.slice(header.rowIndex + 1, headerSearchRows)
    const areLonger =
      first.filter((cells) => isLonger(cells, titles.length)).length * 2 > first.length
    const width = isDelimited && !areLonger ? titles.length : undefined
    const words = readWords(wordsOfMarks(header, below))
    isForm = header.extras.some(({ title }) => isAnswerTime(title))
    const merged = mergedDays(header, titles, below)
    read = createRowReader(header, titles, { onUnknownColumn, width, areApart, words, merged })
    for (const [index, cells] of below.entries()) take(cells, header.rowIndex + index + 2)
  }
  let rowIndex = 0
  for await (const cells of rows) {
    rowIndex += 1
    requireFewColumns(cells)
    if (rowIndex % rowsPerChunk === 0) onProgress(rowIndex)
    if (read) take(cells, rowIndex)
    else if (top.push(cells) === sampledRows) begin()
    if (piece.length < rowsPerChunk || isForm) continue
    yield piece
    piece = []
  }
  if (!read) begin()
  if (isForm) rejectReplaced(piece)
  yield* inBatches(piece, rowsPerChunk)
}

/** Rejects the answers that are replaced by others. */
function rejectReplaced(rows: SheetRow[]): void {
  const positions = new Map(rows.map(({ rowIndex }, position) => [rowIndex, position]))
  for (const { rowIndex, replaces } of [...rows]) {
    const position = replaces === undefined ? undefined : positions.get(replaces)
    const replaced = position === undefined ? undefined : rows[position]
    if (position === undefined || !replaced?.entry) continue
    const { rowIndex: above, rawData, entry } = replaced
    const reject = rejectEarlierAnswer(above, entry.volunteer, rowIndex)
    rows[position] = { rowIndex: above, rawData, reject }
  }
}

/** Whether rows of one name in different spellings are known to be two people. */
type AreApart = (one: NamedPerson, other: NamedPerson) => boolean

interface RowReading {
  onUnknownColumn: (title: string) => void
  /** The most cells that a row may have. */
  width: number | undefined
  areApart: AreApart
  words: Words
  /** Positions of the days that were merged over start and end. */
  merged: ReadonlySet<number>
}

type RowReader = (cells: readonly string[], rowIndex: number) => SheetRow | undefined

/** Returns a function that reads a row below the header; `undefined` for a blank one. */
function createRowReader(
  header: HeaderMatch,
  titles: readonly string[],
  { onUnknownColumn, width, areApart, words, merged }: RowReading,
): RowReader {
  const noteUntitled = createUntitledWatch(header, { titles, merged }, onUnknownColumn)
  const answerTime = header.extras.find(({ title }) => isAnswerTime(title))
  for (const extra of header.extras) {
    if (extra !== answerTime && !merged.has(extra.position - 1))
      onUnknownColumn(titles[extra.position] ?? '')
  }
  const mapper = createRowMapper(header, words, merged)
  const isHeaderAgain = createHeaderWatch(header)
  const findRepeated = createRepetitionWatch(areApart)
  return (cells, rowIndex) => {
    const long = cells.findIndex((cell) => cell.length > maxCellLength)
    if (long >= 0) {
      const title = titles[long] ?? `Column ${long + 1}`
      const reason = `The cell has more than ${formatCount(maxCellLength)} characters.`
      const rawData = rawDataOf(titles, cells.map(cutCell))
      return { rowIndex, rawData, reject: rejectRow(rowIndex, title, reason) }
    }
    if (width !== undefined && isLonger(cells, width)) {
      const reject = rejectRow(rowIndex, `Column ${width + 1}`, shifted)
      return { rowIndex, rawData: rawDataOf([], cells), reject }
    }
    const reading = mapper.readPerson(cells)
    if (reading.kind === 'blank') return undefined
    noteUntitled(cells)
    const row = { rowIndex, rawData: rawDataOf(titles, cells) }
    if (reading.kind === 'skip') {
      const { person, columns } = reading
      const errors = reading.columns.flatMap((title) => {
        const cell = cells[header.positions.get(title) ?? -1] ?? ''
        return isErrorCell(cell) ? cell.trim() : []
      })
      return { ...row, reject: rejectBlank(rowIndex, person, columns, errors) }
    }
    if (isHeaderAgain(cells)) {
      return { ...row, reject: rejectRow(rowIndex, requiredColumns.join(', '), titlesAgain) }
    }
    const { person } = reading
    if (hasOneText(person)) {
      return { ...row, reject: rejectRow(rowIndex, requiredColumns.join(', '), oneText) }
    }
    const longName = findLongName(person)
    if (longName !== undefined) return { ...row, reject: rejectRow(rowIndex, longName, longerName) }
    const entry = mapper.readVolunteer(cells, person)
    const answeredAt = cells[answerTime?.position ?? -1] ?? ''
    const repeated = findRepeated(rowIndex, entry.volunteer, answeredAt)
    if (repeated === undefined) return { ...row, entry }
    const { rowIndex: repeatedRow } = repeated
    if (!answerTime)
      return { ...row, reject: rejectRepetition(rowIndex, entry.volunteer, repeatedRow) }
    if (!isLaterAnswer(answeredAt, repeated.answeredAt)) {
      return { ...row, reject: rejectEarlierAnswer(rowIndex, entry.volunteer, repeatedRow) }
    }
    Object.assign(repeated, { rowIndex, person: entry.volunteer, answeredAt })
    return { ...row, entry, replaces: repeatedRow }
  }
}

/** Returns the marks below yes and no, and below days, that mean something only together. */
function wordsOfMarks({ positions }: HeaderMatch, rows: readonly string[][]): MatchedWord[] {
  const columns = [...flagColumns.map(({ title }) => title), ...days]
  const cells = columns.flatMap((title) => {
    const position = positions.get(title)
    return position === undefined ? [] : rows.map((row) => readLine(row[position] ?? ''))
  })
  return findMarks(cells)
}

/** Returns the positions of the days that were merged over start and end, as below the titles of others. */
function mergedDays(
  { positions }: HeaderMatch,
  titles: readonly string[],
  rows: readonly string[][],
): ReadonlySet<number> {
  const cellsAt = (position: number) =>
    rows.map((row) => readLine(row[position] ?? '')).filter((cell) => cell !== '')
  const ofDays = days.flatMap((day) => positions.get(day) ?? [])
  return new Set(
    ofDays.filter((position) => {
      const end = position + 1
      // Raw data names a column without a title by its number.
      const title = titles[end] === `Column ${end + 1}` ? '' : titles[end]
      return areFromTo(title, cellsAt(position), cellsAt(end))
    }),
  )
}

/** Reports a column without a title, under its name in the raw data, once a row has a value there. */
function createUntitledWatch(
  { positions, extras }: HeaderMatch,
  { titles, merged }: { titles: readonly string[]; merged: ReadonlySet<number> },
  onUnknownColumn: (title: string) => void,
): (cells: readonly string[]) => void {
  const ends = [...merged].map((position) => position + 1)
  const titled = new Set([
    ...positions.values(),
    ...extras.map(({ position }) => position),
    ...ends,
  ])
  const untitled = new Set([...titles.keys()].filter((position) => !titled.has(position)))
  let width = titles.length
  return (cells) => {
    for (; width < cells.length; width++) if (!titled.has(width)) untitled.add(width)
    for (const position of untitled) {
      if ((cells[position] ?? '').trim() === '') continue
      untitled.delete(position)
      onUnknownColumn(titles[position] ?? `Column ${position + 1}`)
    }
  }
}

/**
 * Returns a function that returns whether a row repeats the titles of all required columns, as when sheets were pasted
 * below one another.
 */
function createHeaderWatch({ positions }: HeaderMatch): (cells: readonly string[]) => boolean {
  const required = requiredColumns.map((title) => [positions.get(title) ?? -1, title] as const)
  return (cells) =>
    required.every(([position, title]) => headerKey(cells[position] ?? '') === headerKey(title))
}

/** The row that counts for a person. */
interface CountedRow {
  rowIndex: number
  person: NamedPerson & Contact
  /** As the sheet writes it; blank where it does not say. */
  answeredAt: string
}

/**
 * Returns a function that returns the row above that counts for the same person: of the same Locust ID, or, without
 * one, of the same name and place. Rows that agree in neither telephone nor e-mail are two people, unless one of them
 * has neither.
 */
function createRepetitionWatch(areApart: AreApart) {
  const rowOfId = new Map<string, CountedRow>()
  const rowsOfPerson = new Map<string, CountedRow[]>()
  return (
    rowIndex: number,
    volunteer: SheetVolunteer,
    answeredAt: string,
  ): CountedRow | undefined => {
    const { locustId, firstName, lastName, mobilePhone, emailAddress } = volunteer
    const known = locustId === null ? undefined : rowOfId.get(locustId)
    if (known !== undefined) return known
    const person = { locustId, firstName, lastName, mobilePhone, emailAddress }
    const key =
      locustId === null ? personKey(volunteer) : joinKey(nameKey(person), locustIdKey(locustId))
    const above = rowsOfPerson.getOrInsertComputed(key, () => [])
    const repeated = above.find(
      (row) =>
        (locustId !== null || isSamePerson(row.person, person)) && !areApart(row.person, person),
    )
    if (repeated) return repeated
    const row = { rowIndex, person, answeredAt }
    above.push(row)
    if (locustId !== null) rowOfId.set(locustId, row)
    return undefined
  }
}

function isSamePerson(one: Contact, other: Contact): boolean {
  const hasContact = ({ mobilePhone, emailAddress }: Contact) => mobilePhone ?? emailAddress
  const similarity = compareContacts(one, other)
  return similarity === 'unknown' ? !(hasContact(one) && hasContact(other)) : similarity === 'same'
}

/** Returns a row's cells that are not blank, by the titles of their columns, as JSON text. */
function rawDataOf(titles: readonly string[], cells: readonly string[]): string {
  const named = cells.map((cell, index) => [titles[index] ?? `Column ${index + 1}`, cell] as const)
  return toJson(Object.fromEntries(named.filter(([, cell]) => cell !== '')))
}
