import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SheetHead, type TextReading } from '@dashboard/contract/columns'
import { uploadedSheet } from '@dashboard/contract/limits'
import { createSemaphore } from '@dashboard/store/semaphore'
import { readRunnerEnvironment } from '@dashboard/store/settings/runner-environment'
import { z } from 'zod'
import {
  boundedCommand,
  isOverBounds,
  uploadHeapMegabytes,
} from '../engines/local/bounded-process.ts'
import { lowerPriority } from '../engines/local/runner-process.ts'
import { AppError, tooMany } from '../http/app-error.ts'

const run = promisify(execFile)

/** Longer than it takes to read the top of the largest spreadsheet, and to wait for Google. */
const spreadsheetMs = 60_000
/** Room for 500 columns with samples and some hundred words, whatever their script. */
const maxBytes = 8 * 1024 * 1024

const Described = z.union([
  z.object({ head: SheetHead }),
  z.object({ error: z.string(), isMissing: z.boolean() }),
])

/** A process takes a core and up to 512 MB. */
const withPermit = createSemaphore(2, {
  maxWaiting: 10,
  perPerson: 2,
  refuse: () => tooMany('Many sheets are being looked at right now. Try again in a moment.', 5),
})

/** Returns what `runner columns` prints. */
export type DescribeSheet = (wanted: Wanted) => Promise<unknown>

interface Wanted {
  /** An uploaded file; if left out, the spreadsheet. */
  upload: ({ id: string; name: string } & TextReading) | undefined
  sheetName: string | undefined
  userId: string
  signal: AbortSignal
}

/**
 * Reads the head of a sheet: of an uploaded file, or of the spreadsheet.
 * @throws 422 with a sentence when the sheet cannot be read, or not within its bounds; 429 when the user is reading two
 * sheets already, or many others wait.
 */
export async function readSheetHead(describe: DescribeSheet, wanted: Wanted): Promise<SheetHead> {
  const { userId: person, signal } = wanted
  const described = Described.parse(await withPermit(() => describe(wanted), { person, signal }))
  if ('error' in described) {
    throw new AppError(422, described.error, described.isMissing ? { reason: 'no-sheet' } : {})
  }
  return described.head
}

/** Has the runner read heads; a sheet that is too large ends it. */
export function describeByRunner(
  program: string,
  dataDir: string,
  timeout = spreadsheetMs,
): DescribeSheet {
  return async ({ upload, sheetName, signal }) => {
    const readingMs = upload ? uploadedSheet.readingMs : spreadsheetMs
    const bounds = {
      seconds: readingMs / 1_000,
      heapMegabytes: upload ? uploadHeapMegabytes : undefined,
    }
    const command = [program, 'columns', JSON.stringify({ upload, sheetName })]
    const running = run(...boundedCommand(bounds, command), {
      signal,
      timeout,
      killSignal: 'SIGKILL',
      maxBuffer: maxBytes,
      env: { ...readRunnerEnvironment(), DATA_DIR: dataDir },
    })
    if (running.child.pid !== undefined) lowerPriority(running.child.pid)
    const { stdout } = await running.catch((error) => {
      if (signal.aborted || isTooMuch(error)) throw tooLarge(readingMs)
      if (error.signal === 'SIGKILL') throw tooSlow()
      throw new Error('The runner could not read the sheet', { cause: error })
    })
    return JSON.parse(stdout)
  }
}

/** Whether the process has used up its processor time or memory, or answered too much. */
function isTooMuch({ code, signal }: { code?: unknown; signal?: unknown }): boolean {
  return code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' || isOverBounds(signal)
}

/** Processor time has its own bound, so the process had to wait: for its turn, or for Google. */
function tooSlow(): AppError {
  return new AppError(
    422,
    `The sheet was not read within ${spreadsheetMs / 1_000} seconds, since the server or the spreadsheet service is busy. Try again in a few minutes.`,
  )
}

function tooLarge(readingMs: number): AppError {
  const megabytes = uploadedSheet.maxMemoryBytes / 1024 ** 2
  return new AppError(
    422,
    `The sheet is too large: it cannot be read within ${readingMs / 1_000} seconds and ${megabytes} MB of memory. Remove rows, columns and sheets that are not needed, then try again.`,
  )
}
