import { z } from 'zod'
import { applyChanges, BatchUpdate } from './sheets-double-changes.ts'
import {
  type DoubleSheet,
  readArea,
  resolveRange,
  SheetsRefusal,
  writeArea,
} from './sheets-double-grid.ts'

/** Sheets of each spreadsheet, keyed by its id. */
export type DoubleSpreadsheets = Map<string, DoubleSheet[]>

export interface SheetsCall {
  method: string
  /** The part after `/v4/spreadsheets/`, still with its percent signs. */
  path: string
  query: URLSearchParams
  body: unknown
}

const ValueRange = z.strictObject({
  range: z.string(),
  majorDimension: z.literal('ROWS'),
  values: z.array(z.array(z.string())),
})
const maxCellLength = 50_000

/** Query parameters that the product sends with each call; any other is refused. */
const parameters = {
  get: ['fields'],
  readValues: ['majorDimension', 'valueRenderOption'],
  writeValues: ['valueInputOption'],
  batchUpdate: [],
}

/** Returns whether a call counts as a read or as a write for the quotas. */
export function quotaOf({ method }: Pick<SheetsCall, 'method'>): 'reads' | 'writes' {
  return method === 'GET' ? 'reads' : 'writes'
}

/** Performs a call and returns its answer; throws a refusal as the real service would. */
export function answerCall(spreadsheets: DoubleSpreadsheets, call: SheetsCall): object {
  const match = /^([\w-]+)(?:(:batchUpdate)|\/values\/([^/]+))?$/.exec(call.path)
  const id = match?.[1] ?? ''
  const sheets = spreadsheets.get(id)
  if (!sheets) throw new SheetsRefusal('Requested entity was not found.', 404, 'NOT_FOUND')
  const range = match?.[3] && decodeURIComponent(match[3])
  if (call.method === 'POST' && match?.[2]) {
    refuseUnknown(call, parameters.batchUpdate)
    const { requests } = parseBody(BatchUpdate, call.body)
    const changed = applyChanges(sheets, requests)
    spreadsheets.set(id, changed.sheets)
    return { spreadsheetId: id, replies: changed.replies }
  }
  if (call.method === 'GET' && range) return readValues(sheets, range, call)
  if (call.method === 'PUT' && range) return writeValues(id, sheets, range, call)
  if (call.method === 'GET' && !match?.[2]) return describeSpreadsheet(id, sheets, call)
  throw new SheetsRefusal('Method not found.', 404, 'NOT_FOUND')
}

function refuseUnknown({ query }: SheetsCall, known: readonly string[]): void {
  const unknown = [...query.keys()].find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new SheetsRefusal(
    `Invalid JSON payload received. Unknown name "${unknown}": Cannot bind query parameter. Field '${unknown}' could not be found in request message.`,
  )
}

function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const { path = [], message = '' } = result.error.issues[0] ?? {}
  throw new SheetsRefusal(`Invalid JSON payload received. ${message} at '${path.join('.')}'`)
}

function describeSpreadsheet(id: string, sheets: readonly DoubleSheet[], call: SheetsCall) {
  refuseUnknown(call, parameters.get)
  return {
    spreadsheetId: id,
    sheets: sheets.map(({ sheetId, title, hidden, rowCount, columnCount, merges }, index) => ({
      properties: {
        sheetId,
        title,
        index,
        sheetType: 'GRID',
        gridProperties: { rowCount, columnCount },
        ...(hidden && { hidden }),
      },
      ...(merges.length > 0 && { merges }),
    })),
  }
}

function readValues(sheets: readonly DoubleSheet[], range: string, call: SheetsCall): object {
  refuseUnknown(call, parameters.readValues)
  if ((call.query.get('valueRenderOption') ?? 'FORMATTED_VALUE') !== 'FORMATTED_VALUE') {
    throw new SheetsRefusal('The double has formatted values only.')
  }
  const { sheet, area } = resolveRange(sheets, range)
  const values = readArea(sheet, area)
  return { range, majorDimension: 'ROWS', ...(values.length > 0 && { values }) }
}

function writeValues(
  spreadsheetId: string,
  sheets: readonly DoubleSheet[],
  range: string,
  call: SheetsCall,
): object {
  refuseUnknown(call, parameters.writeValues)
  if (call.query.get('valueInputOption') !== 'RAW') {
    throw new SheetsRefusal('The double takes raw values only: no cell is run or read as a number.')
  }
  const body = parseBody(ValueRange, call.body)
  if (body.range !== range) {
    throw new SheetsRefusal(
      `Requested writing within range [${range}], but body has range [${body.range}]`,
    )
  }
  const { sheet, area } = resolveRange(sheets, range)
  const columns = Math.max(0, ...body.values.map((row) => row.length))
  if (body.values.length > area.bottom - area.top || columns > area.right - area.left) {
    throw new SheetsRefusal(`Requested writing within range [${range}], but tried writing beyond`)
  }
  if (body.values.flat().some((cell) => cell.length > maxCellLength)) {
    throw new SheetsRefusal(
      `Your input contains more than the maximum of ${maxCellLength} characters in a single cell.`,
    )
  }
  writeArea(sheet, area, body.values)
  return { spreadsheetId }
}
