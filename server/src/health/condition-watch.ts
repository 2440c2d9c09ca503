import { statfs } from 'node:fs/promises'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { BackgroundLoop } from '../background/background-loop.ts'
import { diskIsFull } from '../http/outages.ts'

const checkEveryMs = 10_000
const stopTimeoutMs = 2_000
/** When less space than this is left, any write of SQLite may fail. */
const fullBytes = 4 * 1024 ** 2
/** A warning begins below this share of the disk, unless more than `lowBytes` are free. */
const lowShare = 0.05
const lowBytes = 500 * 1024 ** 2
/** A write that failed for lack of space counts for this long, unless a limit other than the disk's stopped it. */
const failureCountsMs = 15_000

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** Conditions of the machine that keep the server from saving, or soon may. */
export interface Conditions {
  /** Why nothing can be saved at the moment. */
  down: string | undefined
  warnings: string[]
}

interface Log {
  warn(message: string): void
  error(message: string): void
}

/**
 * Checks the disk's free space, so that health and the monitoring page report what makes writes fail before and while
 * it happens. Each change is logged once; a condition ends by itself once its cause is gone.
 */
export class ConditionWatch {
  readonly #folder: string
  readonly #log: Log
  readonly loop: BackgroundLoop
  #failedAt = Number.NEGATIVE_INFINITY
  #logged = ''

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
    this.loop = new BackgroundLoop({
      run: () => this.read(),
      everyMs: checkEveryMs,
      closesWithinMs: stopTimeoutMs,
      failed: 'Could not check the disk',
      log: { warn: (_details, message) => log.warn(message) },
    })
  }

  recordFailure(error: unknown): void {
    if (!isDiskFull(error)) return
    this.#failedAt = performance.now()
    this.read().catch(() => {})
  }

  /** Returns the space on the disk that holds the data; throws when its folder is gone. */
  async readSpace(): Promise<DiskSpace> {
    const { bavail, blocks, bsize } = await statfs(this.#folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  }

  async read(): Promise<Conditions> {
    const conditions = await this.#check()
    const text = conditions.down ?? conditions.warnings.join(' ')
    if (text === this.#logged) return conditions
    this.#logged = text
    if (conditions.down !== undefined) this.#log.error(conditions.down)
    else if (text) this.#log.warn(text)
    else this.#log.warn('The disk has room again, and everything can be saved.')
    return conditions
  }

  async #check(): Promise<Conditions> {
    // When there is no folder, there is no disk to check.
    const space = await this.readSpace().catch(() => undefined)
    const isFull = space !== undefined && space.freeBytes < fullBytes
    const hasFailed = performance.now() - this.#failedAt < failureCountsMs
    if (isFull || hasFailed) return { down: diskIsFull, warnings: [] }
    return { down: undefined, warnings: space && isLow(space) ? [describeLow(space)] : [] }
  }
}

function isLow({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < Math.min(lowBytes, totalBytes * lowShare)
}

/** Describes the space in rounded numbers, so that the text does not change, and is not logged, with every file. */
function describeLow({ freeBytes }: DiskSpace): string {
  const mebibytes = freeBytes / 1024 ** 2
  const rounded = mebibytes < 50 ? 'less than 50' : `about ${Math.ceil(mebibytes / 100) * 100}`
  return `The disk of the server is almost full: ${rounded} MiB are left where the data is kept. Free some space.`
}
