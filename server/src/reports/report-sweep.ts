import { type ReportsDependencies, sweepOrphans } from './reports-service.ts'

const sweepEveryMs = 10 * 60_000

interface SweepLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Sweeps stored reports without a row at once and every ten minutes; answers how to stop. */
export function sweepRegularly(dependencies: ReportsDependencies, log: SweepLog): () => void {
  const sweep = () => {
    sweepOrphans(dependencies).then(
      (orphans) => {
        if (orphans > 0) log.info({ orphans }, 'Deleted stored reports without a row')
      },
      (error: unknown) => log.warn({ err: error }, 'Could not sweep stored reports'),
    )
  }
  sweep()
  const timer = setInterval(sweep, sweepEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
