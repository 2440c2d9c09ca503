import { execFile } from 'node:child_process'
import { SheetHead } from '@dashboard/contract/columns'
import { readRunnerEnvironment } from '@dashboard/store/settings/runner-environment'
import { z } from 'zod'
import { AppError } from '../http/app-error.ts'

/** Longer than it takes to read the top of the largest sheet. */
const timeoutMs = 60_000
/** Room for 500 columns with samples and some hundred words. */
const mostBytes = 4 * 1024 * 1024

const Described = z.union([z.object({ head: SheetHead }), z.object({ error: z.string() })])

/**
 * Has the runner read the head of a sheet: of an uploaded file, or of the spreadsheet.
 * @throws 422 with the runner's sentence when the sheet cannot be read.
 */
export async function readSheetHead(
  { program, dataDir }: { program: string; dataDir: string },
  upload: { id: string; name: string } | undefined,
  sheetName: string | undefined,
): Promise<SheetHead> {
  const words = [program, 'columns', upload?.id ?? '', upload?.name ?? '', sheetName ?? '']
  const options = {
    timeout: timeoutMs,
    killSignal: 'SIGKILL' as const,
    maxBuffer: mostBytes,
    env: { ...readRunnerEnvironment(), DATA_DIR: dataDir },
  }
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, words, options, (error, stdout) => {
      if (error) reject(new Error('The runner could not read the sheet', { cause: error }))
      else resolve(stdout)
    })
  })
  const described = Described.parse(JSON.parse(text))
  if ('error' in described) throw new AppError(422, described.error)
  return described.head
}
