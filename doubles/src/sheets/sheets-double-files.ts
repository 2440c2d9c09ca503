import type { DoubleSheet, GridRange } from './sheets-double-grid.ts'

/** Creates the spreadsheets of the double, and the service account's rights for each. */
export function createSpreadsheetFiles() {
  const spreadsheets = new Map<string, DoubleSheet[]>()
  const shared = new Map<string, 'editor' | 'viewer'>()
  const sheet = (id: string, title: string) =>
    spreadsheets.get(id)?.find((candidate) => candidate.title === title)

  return {
    spreadsheets,
    isForbidden(id: string, group: 'reads' | 'writes'): boolean {
      const role = shared.get(id)
      const isAllowed = role === 'editor' || (role === 'viewer' && group === 'reads')
      return spreadsheets.has(id) && !isAllowed
    },
    control: {
      /** Creates a spreadsheet with one empty sheet, or the given sheets (rows keyed by title). */
      addSpreadsheet(id: string, sheets: Record<string, string[][]> = { Sheet1: [] }): void {
        spreadsheets.set(id, Object.entries(sheets).map(makeSheet))
        shared.set(id, 'editor')
      },
      unshare: (id: string) => shared.delete(id),
      letOnlyView: (id: string) => shared.set(id, 'viewer'),
      sheet,
      titles: (id: string) => (spreadsheets.get(id) ?? []).map(({ title }) => title),
      merge(id: string, title: string, range: GridRange): void {
        sheet(id, title)?.merges.push(range)
      },
    },
  }
}

function makeSheet([title, rows]: [string, string[][]], index: number): DoubleSheet {
  const columnCount = Math.max(26, ...rows.map((row) => row.length))
  const rowCount = Math.max(1_000, rows.length)
  return { sheetId: index, title, hidden: false, rowCount, columnCount, rows, merges: [] }
}
