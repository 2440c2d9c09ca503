import { maxColumns } from '../spreadsheets/sheet-columns.ts'

/** A JSON response without a list of volunteers. The message is the end of a sentence. */
export class JsonShapeError extends Error {
  override name = 'JsonShapeError'
}

/**
 * Returns the rows of JSON text, titles first. The text is a list of objects, or an object with one such list.
 * @throws JsonShapeError
 */
export function readJsonRows(text: string): string[][] {
  const records = findRecords(parse(text))
  const keys = collectKeys(records)
  return records.length === 0
    ? []
    : [keys, ...records.map((record) => keys.map((key) => showValue(record[key])))]
}

/**
 * Collects the keys of all objects. The number of keys is limited: every row has a column for each of them, so too many
 * would fill the memory.
 */
function collectKeys(records: readonly Json[]): string[] {
  const keys = new Set<string>()
  for (const record of records) {
    for (const key in record) keys.add(key)
    if (keys.size > maxColumns) {
      throw new JsonShapeError(
        `has more than ${maxColumns} different fields; each would be a column of the sheet`,
      )
    }
  }
  return [...keys]
}

type Json = Record<string, unknown>

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new JsonShapeError('is not valid JSON', { cause: error })
  }
}

function findRecords(data: unknown): Json[] {
  const lists = Array.isArray(data)
    ? [data]
    : isObject(data)
      ? Object.values(data).filter(Array.isArray)
      : []
  const [list, second] = lists
  if (list === undefined) throw new JsonShapeError('has no list of volunteers')
  if (second !== undefined) throw new JsonShapeError('has more than one list')
  if (!list.every(isObject)) throw new JsonShapeError('has a list of something other than objects')
  return list
}

function showValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(showValue).filter(Boolean).join('; ')
  if (isObject(value)) return showObject(value)
  return String(value)
}

function showObject(value: Json): string {
  const name = value.name ?? value.title
  if (typeof name !== 'string') return JSON.stringify(value)
  return typeof value.category === 'string' ? `${name} (${value.category})` : name
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
