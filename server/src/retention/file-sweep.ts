const sweepEveryMs = 10 * 60_000

interface SweepLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** By what it deletes; answers how many files it has deleted. */
type Sweeps = Readonly<Record<string, () => Promise<number>>>

/** Deletes files that nobody needs any more, at once and every ten minutes; answers how to stop. */
export function sweepRegularly(log: SweepLog, sweeps: Sweeps): () => void {
  const sweepAll = () => {
    for (const [what, sweep] of Object.entries(sweeps)) {
      sweep().then(
        (files) => {
          if (files > 0) log.info({ files }, `Deleted ${what}`)
        },
        (error: unknown) => log.warn({ err: error }, `Could not sweep ${what}`),
      )
    }
  }
  sweepAll()
  const timer = setInterval(sweepAll, sweepEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
