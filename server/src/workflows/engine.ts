/** Where jobs run: child processes of this server, or runs of GitHub Actions. */
export interface WorkflowEngine {
  /** Sees to it soon that a queued job is run. Never throws: a start that fails fails the job. */
  start(jobId: string): void
  /** Stops the process or run of a job whose row has just become `failed`. */
  stop(jobId: string): Promise<void>
  /** Looks at all active jobs and answers how many it changed. Throws when the system cannot be asked. */
  sync(): Promise<number>
  /** Looks at one active job; whether that changed it. Throws when the system cannot be asked. */
  syncJob(jobId: string): Promise<boolean>
  /** Whether jobs are being looked after. */
  isOpen(): boolean
  /** Starts looking after jobs on its own. */
  open(): void
  /** Leaves running jobs to be picked up again. */
  close(): Promise<void>
}

export interface EngineLog {
  warn(details: object, message: string): void
}
