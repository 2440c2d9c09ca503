import { isReportJob, type JobType } from '@dashboard/contract/jobs'

export interface RunnerEnd {
  /** `null` when a signal ended the process, or it could not be started. */
  code: number | null
  signal: NodeJS.Signals | null
  /** Whether the server itself ended it. */
  wasKilled: boolean
  /** The server itself has stopped the process, and returns its job to the queue. */
  wasStopped?: boolean
}

/**
 * Returns the line for the job's log about how its runner ended; `undefined` when there is nothing to add to "stopped
 * unexpectedly". Node aborts when its own memory is used up, and the system kills the process when the machine's memory
 * is.
 */
export function describeRunnerEnd(
  { signal, wasKilled }: RunnerEnd,
  type: JobType,
): string | undefined {
  if (wasKilled) return "The job's process did not answer any more and was ended."
  switch (signal) {
    case 'SIGABRT':
      return `The job's process ran out of memory. ${adviseOn(type, 'Give the process more with NODE_OPTIONS=--max-old-space-size=<MiB>')}`
    case 'SIGKILL':
      return `The job's process was killed from outside, as the system does when the machine's memory is used up. ${adviseOn(type, 'Give the machine more memory')}`
    default:
      return undefined
  }
}

/** Adds advice to choose fewer reports, which only applies to report jobs. */
function adviseOn(type: JobType, remedy: string): string {
  return `${remedy}${isReportJob({ type }) ? ', or choose fewer reports at a time' : ''}.`
}
