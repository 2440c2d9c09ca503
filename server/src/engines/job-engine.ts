/** Where jobs run: child processes of this server, or runs of GitHub Actions. */
export interface JobEngine {
  /** Starts a queued job soon. Never throws: a start that fails fails the job. */
  start(jobId: string): void
  /**
   * Compares all active jobs with their processes or runs; returns how many jobs it changed. Throws when a request to
   * GitHub fails.
   */
  sync(): Promise<number>
  /** Begins to start and follow jobs without being called for each. */
  open(): void
  /** Closes the engine. Local jobs that are running go back to the queue; jobs on GitHub keep running there. */
  close(): Promise<void>
}

/** An engine whose jobs are child processes of this server. */
export interface ProcessEngine extends JobEngine {
  /** Stops the process of a job that was cancelled. */
  stop(jobId: string): Promise<void>
}

export interface EngineLog {
  warn(details: object, message: string): void
}
