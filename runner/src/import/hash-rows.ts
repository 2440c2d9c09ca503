import { createHash } from 'node:crypto'
import { rowLine } from './1-read/kept-rows.ts'
import { readSheet } from './1-read/read-sheet.ts'
import type { RowSource } from './row-sources.ts'

/** The hash of a sheet's rows as an import makes it, without comparing them with anything. */
export async function hashRows(
  source: Pick<RowSource, 'readRows'>,
  signal: AbortSignal,
): Promise<string> {
  const rowsHash = createHash('sha256')
  const ignore = () => {}
  const pieces = readSheet(source.readRows(signal), { onProgress: ignore, onHeader: ignore })
  for await (const rows of pieces) rowsHash.update(rows.map(rowLine).join(''))
  return rowsHash.digest('base64url')
}
