import { BackgroundLoop } from '../background/background-loop.ts'

const sweepEveryMs = 10 * 60_000
/** A storage that does not answer is not waited for. */
const stopTimeoutMs = 2_000

interface SweepLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Each sweep by what it deletes; it returns how many files that were. */
type Sweeps = Readonly<Record<string, () => Promise<number>>>

/** Loops that delete files which nobody needs any more, at once and every ten minutes. */
export function createFileSweeps(log: SweepLog, sweeps: Sweeps): BackgroundLoop[] {
  return Object.entries(sweeps).map(
    ([what, sweep]) =>
      new BackgroundLoop({
        async run() {
          const files = await sweep()
          if (files > 0) log.info({ files }, `Deleted ${what}`)
        },
        everyMs: sweepEveryMs,
        closesWithinMs: stopTimeoutMs,
        failed: `Could not sweep ${what}`,
        log,
      }),
  )
}
