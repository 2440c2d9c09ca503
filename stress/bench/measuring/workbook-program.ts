/**
 * Reads or writes a workbook of 50,000 × 25 cells, in the product's way or with the libraries that
 * docs/decisions/0005-workbook-reader.md tried, and ends: `<whose> <read|write> <path>`.
 */

/** Measured functions of `runner`, which is imported by its path as the other measured programs are. */
interface WorkbookModule {
  openWorkbookFile(path: string): {
    readRows(sheet: string, signal: AbortSignal): AsyncIterable<string[]>
    writeRows(sheet: string, rows: Iterable<string[]>, signal: AbortSignal): Promise<unknown>
  }
}

const rowCount = 50_000
const columnCount = 25
const sheet = 'Volunteers'
const { signal } = new AbortController()
const ours = '../../../runner/src/spreadsheets/xlsx/workbook-file.ts'

function* makeRows(): Generator<string[]> {
  for (let row = 0; row < rowCount; row += 1) {
    yield Array.from({ length: columnCount }, (_, column) => `Cell ${row % 977}-${column}`)
  }
}

async function count(rows: Iterable<unknown> | AsyncIterable<unknown>): Promise<void> {
  let found = 0
  for await (const _ of rows) found += 1
  if (found !== rowCount) throw new Error(`There are ${found} rows`)
}

/** Each program loads only what it needs. */
const programs: Record<string, (path: string) => Promise<unknown>> = {
  async 'product read'(path) {
    const { openWorkbookFile } = (await import(ours)) as WorkbookModule
    await count(openWorkbookFile(path).readRows(sheet, signal))
  },
  async 'product write'(path) {
    const { openWorkbookFile } = (await import(ours)) as WorkbookModule
    await openWorkbookFile(path).writeRows(sheet, makeRows(), signal)
  },
  async 'libraries read'(path) {
    const { default: readSheet } = await import('read-excel-file/node')
    await count((await readSheet(path))[0]?.data ?? [])
  },
  async 'libraries write'(path) {
    const { default: writeSheet } = await import('write-excel-file/node')
    const rows = [...makeRows()].map((row) => row.map((value) => ({ value, type: String })))
    await writeSheet(rows, { sheet }).toFile(path)
  },
}

const [whose, what, path = ''] = process.argv.slice(2)
await programs[`${whose} ${what}`]?.(path)
