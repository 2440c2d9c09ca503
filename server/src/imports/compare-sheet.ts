import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ImportRow } from '@dashboard/store/database/schema'
import { hashFile } from '@dashboard/store/files/hash-file'
import { readRunnerEnvironment } from '@dashboard/store/settings/runner-environment'
import type { Settings } from '@dashboard/store/settings/settings'
import { runnerProgram } from '../engines/local/runner-process.ts'
import { cacheNewest } from '../http/cache-newest.ts'

const run = promisify(execFile)

/** Longer than it takes to read the largest sheet. */
const timeoutMs = 60_000

/**
 * Whether the sheet has other rows than when it was reviewed; `undefined` when only a job can tell, since the
 * spreadsheet is no file of this machine.
 */
export type IsSheetChanged = (
  reviewed: Pick<ImportRow, 'fileHash' | 'rowsHash'>,
) => Promise<boolean | undefined>

/**
 * Compares the sheet's file with what was reviewed: first by its bytes and, only when those have changed, by its rows.
 * The runner reads the rows once for each state of the file.
 */
export function createSheetComparison({
  spreadsheet,
  sheetName,
}: Pick<Settings, 'spreadsheet' | 'sheetName'>): IsSheetChanged {
  if (spreadsheet.kind === 'google') return async () => undefined
  const { path } = spreadsheet
  const env = { ...readRunnerEnvironment(), SPREADSHEET: `file:${path}`, SHEET_NAME: sheetName }
  const cachedRows = cacheNewest<string>()
  return async ({ fileHash, rowsHash }) => {
    const now = await hashFile(path)
    if (now !== undefined && now === fileHash) return false
    // A sheet that cannot be read counts as changed, until it can be read.
    const hash = await cachedRows(path, now ?? '', () => readRowsHash(env)).catch(() => undefined)
    return hash !== rowsHash
  }
}

async function readRowsHash(env: NodeJS.ProcessEnv): Promise<string> {
  const options = { timeout: timeoutMs, killSignal: 'SIGKILL', env } as const
  const { stdout } = await run(process.execPath, [runnerProgram, 'hash-sheet'], options)
  return stdout.trim()
}
