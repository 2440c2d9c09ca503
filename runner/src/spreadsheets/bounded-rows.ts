import { uploadedSheet } from '@dashboard/contract/limits'
import { SheetError } from './sheet-error.ts'

/** What reading a sheet may use up. */
export interface ReadingBounds {
  /** Processor time: neither waiting for Google nor other programs count. */
  ms: number
  /** Characters of all cells together: in a workbook, a text that is stored once may be used by a million cells. */
  characters: number
}

/** The bounds of a file that somebody has uploaded. */
export const uploadBounds: ReadingBounds = {
  ms: uploadedSheet.readingMs,
  characters: uploadedSheet.maxUnpackedBytes,
}

/** The bounds of a file that the settings name: whatever is wrong with it, an import ends. */
export const spreadsheetBounds: ReadingBounds = {
  ms: 5 * 60_000,
  characters: Number.POSITIVE_INFINITY,
}

/**
 * Yields the rows until reading them has taken more than the bounds.
 * @throws SheetError then.
 */
export async function* boundRows(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  { ms, characters }: ReadingBounds,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const iterator =
    Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let usedMs = 0
  let read = 0
  try {
    for (;;) {
      const before = processorMs()
      const { done, value } = await iterator.next()
      usedMs += processorMs() - before
      signal.throwIfAborted()
      if (done) return
      for (const cell of value) read += cell.length
      if (usedMs > ms) throw tooLarge(`reading it takes more than ${ms / 1_000} seconds`)
      if (read > characters) {
        throw tooLarge(`its cells have more than ${characters / 1024 ** 2} million characters`)
      }
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function tooLarge(why: string): SheetError {
  return new SheetError(
    'unreadable',
    `The sheet is too large to be read: ${why}. Remove rows and columns that are not needed, then try again.`,
  )
}
