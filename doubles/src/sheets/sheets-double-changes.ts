import { z } from 'zod'
import {
  areaOf,
  clearArea,
  type DoubleSheet,
  readArea,
  SheetsRefusal,
  writeArea,
} from './sheets-double-grid.ts'

/**
 * The requests of `spreadsheets.batchUpdate` with the fields that exports send; any other field or request is refused.
 */

const index = z.int().min(0)
const GridRange = z.strictObject({
  sheetId: index,
  startRowIndex: index.optional(),
  endRowIndex: index.optional(),
  startColumnIndex: index.optional(),
  endColumnIndex: index.optional(),
})
const SheetProperties = z.strictObject({
  sheetId: z.int().min(0).max(2_147_483_647),
  title: z.string().min(1).max(100).optional(),
  gridProperties: z
    .strictObject({ rowCount: z.int().min(1), columnCount: z.int().min(1).max(18_278) })
    .optional(),
  hidden: z.boolean().optional(),
})
const NewSheet = SheetProperties.required()

const Change = z.strictObject({
  addSheet: z.strictObject({ properties: NewSheet }).optional(),
  deleteSheet: z.strictObject({ sheetId: index }).optional(),
  updateSheetProperties: z
    .strictObject({ properties: SheetProperties, fields: z.string().min(1) })
    .optional(),
  unmergeCells: z.strictObject({ range: GridRange }).optional(),
  updateCells: z
    .strictObject({ range: GridRange, fields: z.literal('userEnteredValue') })
    .optional(),
  copyPaste: z
    .strictObject({
      source: GridRange,
      destination: GridRange,
      pasteType: z.literal('PASTE_VALUES'),
    })
    .optional(),
})
type Change = z.infer<typeof Change>

export const BatchUpdate = z.strictObject({ requests: z.array(Change).min(1) })

const maxCells = 10_000_000

/** Returns the sheets after the changes, or a refusal; the given sheets stay unchanged. */
export function applyChanges(
  before: readonly DoubleSheet[],
  changes: readonly Change[],
): { sheets: DoubleSheet[]; replies: object[] } {
  const sheets = before.map((sheet) => ({ ...sheet, rows: sheet.rows.map((row) => [...row]) }))
  const replies = changes.map((change, position) => {
    try {
      return applyChange(sheets, change)
    } catch (error) {
      if (!(error instanceof SheetsRefusal)) throw error
      const [name = ''] = Object.keys(change)
      throw new SheetsRefusal(`Invalid requests[${position}].${name}: ${error.message}`)
    }
  })
  const cells = sheets.reduce((sum, sheet) => sum + sheet.rowCount * sheet.columnCount, 0)
  if (cells > maxCells) {
    throw new SheetsRefusal(
      `This action would increase the number of cells in the workbook above the limit of ${maxCells} cells.`,
    )
  }
  return { sheets, replies }
}

function applyChange(sheets: DoubleSheet[], change: Change): object {
  if (Object.keys(change).length !== 1) throw new SheetsRefusal('One request each, please.')
  if (change.addSheet) return addSheet(sheets, change.addSheet.properties)
  if (change.deleteSheet) deleteSheet(sheets, change.deleteSheet.sheetId)
  if (change.updateSheetProperties) updateProperties(sheets, change.updateSheetProperties)
  if (change.unmergeCells) find(sheets, change.unmergeCells.range.sheetId).merges = []
  if (change.updateCells) {
    const { range } = change.updateCells
    const sheet = find(sheets, range.sheetId)
    clearArea(sheet, areaOf(sheet, range))
  }
  if (change.copyPaste) copyPaste(sheets, change.copyPaste)
  return {}
}

function find(sheets: readonly DoubleSheet[], sheetId: number): DoubleSheet {
  const sheet = sheets.find((each) => each.sheetId === sheetId)
  if (!sheet) throw new SheetsRefusal(`No grid with id: ${sheetId}`)
  return sheet
}

function addSheet(sheets: DoubleSheet[], properties: z.infer<typeof NewSheet>): object {
  const { sheetId, title, hidden, gridProperties } = properties
  if (sheets.some((sheet) => sheet.sheetId === sheetId)) {
    throw new SheetsRefusal(`The sheet ID ${sheetId} is already in use.`)
  }
  refuseTakenTitle(sheets, title)
  sheets.push({ sheetId, title, hidden, ...gridProperties, rows: [], merges: [] })
  return { addSheet: { properties: { sheetId, title, sheetType: 'GRID', gridProperties } } }
}

function refuseTakenTitle(sheets: readonly DoubleSheet[], title: string): void {
  if (sheets.some((sheet) => sheet.title.toLowerCase() === title.toLowerCase())) {
    throw new SheetsRefusal(
      `A sheet with the name "${title}" already exists. Please enter another name.`,
    )
  }
}

function deleteSheet(sheets: DoubleSheet[], sheetId: number): void {
  const sheet = find(sheets, sheetId)
  if (sheets.length === 1) {
    throw new SheetsRefusal("You can't remove all the sheets in a document.")
  }
  sheets.splice(sheets.indexOf(sheet), 1)
}

function updateProperties(
  sheets: DoubleSheet[],
  { properties, fields }: NonNullable<Change['updateSheetProperties']>,
): void {
  const sheet = find(sheets, properties.sheetId)
  const { title, hidden, gridProperties } = properties
  for (const field of fields.split(',')) {
    if (field === 'title' && title !== undefined) {
      refuseTakenTitle(
        sheets.filter((each) => each !== sheet),
        title,
      )
      sheet.title = title
    } else if (field === 'hidden') sheet.hidden = hidden ?? false
    else if (field === 'gridProperties.rowCount') {
      sheet.rowCount = gridProperties?.rowCount ?? 0
      sheet.rows.length = Math.min(sheet.rows.length, sheet.rowCount)
    } else if (field === 'gridProperties.columnCount') {
      sheet.columnCount = gridProperties?.columnCount ?? 0
      for (const row of sheet.rows) row.length = Math.min(row.length, sheet.columnCount)
    } else throw new SheetsRefusal(`Invalid field: ${field}`)
  }
}

function copyPaste(sheets: DoubleSheet[], change: NonNullable<Change['copyPaste']>): void {
  const source = find(sheets, change.source.sheetId)
  const target = find(sheets, change.destination.sheetId)
  const from = areaOf(source, change.source)
  const to = areaOf(target, change.destination)
  clearArea(target, to)
  writeArea(target, to, readArea(source, from))
}
