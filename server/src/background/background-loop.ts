import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import { messageOf } from '@dashboard/store/failures/error-message'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import type { FastifyInstance } from 'fastify'

interface LoopOptions {
  /**
   * Does one run. The signal is aborted when the loop is closed. A run that had nothing to do returns `idle`, which
   * does not count as a success.
   */
  run(signal: AbortSignal): Promise<unknown>
  /** When left out, the loop runs only when it is woken. */
  everyMs?: number
  /** How long after `open` the first run begins; at once by default. */
  firstAfterMs?: number
  /** How long `close` waits for the current run; by default until it has ended. */
  closesWithinMs?: number
  /** Is done once the loop is closed, such as releasing a lease; what it throws is ignored. */
  afterwards?(): Promise<unknown>
  /** The log line of a run that failed. */
  failed: string
  log: { warn(details: object, message: string): void }
}

/**
 * Work that a server repeats beside its requests; two runs never overlap. A failure is logged once until a run
 * succeeds. An unavailable database and a full disk are logged elsewhere.
 */
export class BackgroundLoop {
  readonly #options: LoopOptions
  readonly #closing = new AbortController()
  #interval: NodeJS.Timeout | undefined
  #first: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** The run that was requested during the current one. */
  #next: Promise<void> | undefined
  #lastFailure = ''

  constructor(options: LoopOptions) {
    this.#options = options
  }

  open(): void {
    const { everyMs, firstAfterMs = 0 } = this.#options
    if (this.#interval || everyMs === undefined || this.#closing.signal.aborted) return
    const runUnlessRunning = () => {
      if (!this.#running) this.wake()
    }
    this.#interval = setInterval(runUnlessRunning, everyMs).unref()
    if (firstAfterMs > 0) this.#first = setTimeout(runUnlessRunning, firstAfterMs).unref()
    else runUnlessRunning()
  }

  /** Runs soon: now, or again after the current run. */
  wake(): void {
    this.now().catch((error: unknown) => this.#logFailure(error))
  }

  /** Does the same as `wake`; returns when that run has ended, and throws its error instead of logging it. */
  now(): Promise<void> {
    if (this.#closing.signal.aborted) return this.#next ?? this.#running ?? Promise.resolve()
    const begin = () => this.#begin()
    if (!this.#running) return begin()
    this.#next ??= this.#running.then(begin, begin)
    return this.#next
  }

  /** Begins no more runs except those that were requested, and waits for them. */
  async close(): Promise<void> {
    clearInterval(this.#interval)
    clearTimeout(this.#first)
    this.#closing.abort()
    const { closesWithinMs } = this.#options
    const ended = (this.#next ?? this.#running)?.catch(() => {})
    const late = closesWithinMs && sleep(closesWithinMs, undefined, { ref: false })
    await (late ? Promise.race([ended, late]) : ended)
    await this.#options.afterwards?.().catch(() => {})
  }

  #begin(): Promise<void> {
    this.#next = undefined
    this.#running = this.#run().finally(() => {
      // Otherwise a call before the next run begins would begin another one beside it.
      if (!this.#next) this.#running = undefined
    })
    return this.#running
  }

  async #run(): Promise<void> {
    const result = await this.#options.run(this.#closing.signal)
    if (result !== 'idle') this.#lastFailure = ''
  }

  #logFailure(error: unknown): void {
    const failure = messageOf(error)
    const isKnown = failure === this.#lastFailure
    const isBrokenOff = this.#closing.signal.aborted && isAbort(error)
    this.#lastFailure = failure
    if (isKnown || isBrokenOff || isDatabaseUnavailable(error) || isDiskFull(error)) return
    this.#options.log.warn({ err: error }, this.#options.failed)
  }
}

/** Runs a loop from when the app is ready until it closes. */
export function runWithApp(app: FastifyInstance, loop: BackgroundLoop): void {
  app.addHook('onReady', async () => loop.open())
  app.addHook('onClose', () => loop.close())
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
