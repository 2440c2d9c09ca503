import { randomInt } from 'node:crypto'
import { refuseLongCells } from '../long-cells.ts'
import type { GoogleChange, GoogleClient, GoogleSheet } from './google-client.ts'
import {
  blockBytes,
  findGrid,
  findUnfinished,
  rangeOf,
  sizeOfRow,
  unfinishedTitle,
} from './google-reader.ts'

const maxCellLength = 50_000
const cleanUpMs = 10_000

interface Size {
  rowCount: number
  columnCount: number
}

/**
 * Replaces the rows of a sheet. They are gathered in a hidden sheet and put in place by one request that Google applies
 * as a whole or not at all: a kill at any moment leaves either the old rows or the new ones, and at most the hidden
 * sheet, which the next export removes. Formats, filters and references to the sheet stay.
 */
export async function writeGoogleRows(
  client: GoogleClient,
  sheetName: string,
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  signal: AbortSignal,
): Promise<void> {
  const draft = await addDraft(client, sheetName, signal)
  try {
    const size: Size = { rowCount: 0, columnCount: 0 }
    for await (const block of blocksOf(rows, signal)) {
      const firstRow = size.rowCount + 1
      size.rowCount += block.length
      size.columnCount = Math.max(size.columnCount, ...block.map((row) => row.length))
      await makeRoom(client, draft, size, signal)
      const range = { firstRow, lastRow: size.rowCount, columns: draft.columnCount }
      await client.writeValues(rangeOf(draft.title, range), block, signal)
    }
    await replaceSheet(client, sheetName, draft.sheetId, size, signal)
  } catch (error) {
    await removeDraft(client, draft.sheetId)
    throw error
  }
}

/** Sets the title of the first sheet to its present value: Google refuses this where writing is not allowed. */
export async function requireGoogleWritable(
  client: GoogleClient,
  signal: AbortSignal,
): Promise<void> {
  const [first] = await client.listSheets(signal)
  if (first === undefined) return
  const { sheetId, title } = first
  const change = { updateSheetProperties: { properties: { sheetId, title }, fields: 'title' } }
  await client.change([change], async () => false, signal)
}

interface Draft extends Size {
  sheetId: number
  title: string
}

/** Adds the hidden sheet, and removes those that killed exports left. */
async function addDraft(
  client: GoogleClient,
  sheetName: string,
  signal: AbortSignal,
): Promise<Draft> {
  const left = findUnfinished(await client.listSheets(signal), sheetName)
  const draft = {
    sheetId: randomInt(1, 2 ** 31 - 1),
    title: unfinishedTitle(sheetName),
    rowCount: 1_000,
    columnCount: 26,
  }
  const { sheetId, title, rowCount, columnCount } = draft
  const properties = { sheetId, title, hidden: true, gridProperties: { rowCount, columnCount } }
  const changes = [{ addSheet: { properties } }, ...left.map(deletion)]
  await client.change(changes, () => hasSheet(client, sheetId, signal), signal)
  return draft
}

function deletion({ sheetId }: Pick<GoogleSheet, 'sheetId'>): GoogleChange {
  return { deleteSheet: { sheetId } }
}

async function hasSheet(client: GoogleClient, id: number, signal: AbortSignal): Promise<boolean> {
  return (await client.listSheets(signal)).some(({ sheetId }) => sheetId === id)
}

async function* blocksOf(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  signal: AbortSignal,
): AsyncGenerator<string[][]> {
  let block: string[][] = []
  let size = 0
  for await (const cells of refuseLongCells(rows, 'Google Sheets', maxCellLength)) {
    signal.throwIfAborted()
    const texts = cells.map((cell) => cell.toWellFormed())
    block.push(texts)
    size += sizeOfRow(texts)
    if (size < blockBytes) continue
    yield block
    block = []
    size = 0
  }
  if (block.length > 0) yield block
}

/** Enlarges the draft in large steps, so that few requests are needed. */
async function makeRoom(
  client: GoogleClient,
  draft: Draft,
  size: Size,
  signal: AbortSignal,
): Promise<void> {
  if (size.rowCount <= draft.rowCount && size.columnCount <= draft.columnCount) return
  const rowCount = size.rowCount <= draft.rowCount ? draft.rowCount : size.rowCount * 2
  const columnCount = Math.max(size.columnCount, draft.columnCount)
  const wanted = { rowCount, columnCount }
  await client.change([resize(draft.sheetId, wanted)], async () => false, signal)
  Object.assign(draft, wanted)
}

function resize(sheetId: number, gridProperties: Size): GoogleChange {
  const properties = { sheetId, gridProperties }
  const fields = 'gridProperties.rowCount,gridProperties.columnCount'
  return { updateSheetProperties: { properties, fields } }
}

/** Turns the draft into the sheet, or copies its values over those of the existing sheet. */
async function replaceSheet(
  client: GoogleClient,
  sheetName: string,
  draftId: number,
  size: Size,
  signal: AbortSignal,
): Promise<void> {
  const target = findGrid(await client.listSheets(signal), sheetName)
  if (target === undefined) {
    const changes = [renaming(draftId, sheetName, size)]
    const isDone = async () => Boolean(findGrid(await client.listSheets(signal), sheetName))
    return client.change(changes, isDone, signal)
  }
  const { sheetId, merges, gridProperties: grid } = target
  const rowCount = Math.max(size.rowCount, grid.rowCount)
  const columnCount = Math.max(size.columnCount, grid.columnCount)
  const isLarger = rowCount > grid.rowCount || columnCount > grid.columnCount
  const changes: GoogleChange[] = [
    ...(isLarger ? [resize(sheetId, { rowCount, columnCount })] : []),
    ...(merges.length > 0 ? [{ unmergeCells: { range: { sheetId } } }] : []),
    { updateCells: { range: { sheetId }, fields: 'userEnteredValue' } },
    ...(size.rowCount > 0 ? [copying(draftId, sheetId, size)] : []),
    deletion({ sheetId: draftId }),
  ]
  // The same request deletes the draft, so its absence proves that all changes were made.
  await client.change(changes, async () => !(await hasSheet(client, draftId, signal)), signal)
}

function renaming(sheetId: number, title: string, size: Size): GoogleChange {
  const gridProperties = {
    rowCount: Math.max(size.rowCount, 1),
    columnCount: Math.max(size.columnCount, 1),
  }
  const fields = 'title,hidden,gridProperties.rowCount,gridProperties.columnCount'
  const properties = { sheetId, title, hidden: false, gridProperties }
  return { updateSheetProperties: { properties, fields } }
}

function copying(fromId: number, toId: number, { rowCount, columnCount }: Size): GoogleChange {
  const area = {
    startRowIndex: 0,
    endRowIndex: rowCount,
    startColumnIndex: 0,
    endColumnIndex: columnCount,
  }
  return {
    copyPaste: {
      source: { sheetId: fromId, ...area },
      destination: { sheetId: toId, ...area },
      pasteType: 'PASTE_VALUES',
    },
  }
}

/** Removes the hidden sheet. A failure is ignored, since the next export removes it. */
async function removeDraft(client: GoogleClient, sheetId: number): Promise<void> {
  const signal = AbortSignal.timeout(cleanUpMs)
  const isGone = async () => !(await hasSheet(client, sheetId, signal))
  await client.change([deletion({ sheetId })], isGone, signal).catch(() => {})
}
