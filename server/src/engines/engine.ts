/** Where jobs run: child processes of this server, or runs of GitHub Actions. */
export interface JobEngine {
  /** Runs a queued job soon. Never throws: a start that fails fails the job. */
  start(jobId: string): void
  /** Stops the process or run of a job whose row has just become `failed`. */
  stop(jobId: string): Promise<void>
  /** Compares all active jobs with their processes or runs; returns how many jobs it changed. Throws when GitHub fails. */
  sync(): Promise<number>
  /** The same for one active job; whether that changed it. Throws when GitHub fails. */
  syncJob(jobId: string): Promise<boolean>
  /** Whether jobs are being managed. */
  isOpen(): boolean
  /** Starts managing jobs on its own. */
  open(): void
  /** Stops; running jobs go back to the queue, or go on on GitHub. */
  close(): Promise<void>
}

export interface EngineLog {
  warn(details: object, message: string): void
}
