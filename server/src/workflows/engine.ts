/** Where jobs run: child processes of this server, or runs of GitHub Actions. */
export interface WorkflowEngine {
  /** Runs a queued job soon. Never throws: a start that fails fails the job. */
  start(jobId: string): void
  /** Stops the process or run of a job whose row has just become `failed`. */
  stop(jobId: string): Promise<void>
  /** Compares all active jobs with what runs and answers how many it changed. Throws when the system cannot be asked. */
  sync(): Promise<number>
  /** The same for one active job; whether that changed it. Throws when the system cannot be asked. */
  syncJob(jobId: string): Promise<boolean>
  /** Whether jobs are being managed. */
  isOpen(): boolean
  /** Starts managing jobs on its own. */
  open(): void
  /** Leaves running jobs to be picked up again. */
  close(): Promise<void>
}

export interface EngineLog {
  warn(details: object, message: string): void
}
