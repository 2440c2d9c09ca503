import { isDatabaseUnavailable } from '@dashboard/store/database/open-database'

interface RoundsOptions {
  run(): Promise<void>
  everyMs: number
  /** How long after `open` the first round begins; at once by default. */
  firstAfterMs?: number
  /**
   * Gets what a round threw, but not that the database was unavailable: that is logged elsewhere, and the
   * next round comes in any case.
   */
  onError(error: unknown): void
}

export interface Rounds {
  open(): void
  /** One round, now, or the one that is under way. */
  tick(): Promise<void>
  /** Begins no more rounds, and answers when the one that is under way has ended. */
  close(): Promise<void>
}

/** Work that a server does again and again beside its requests, never two rounds at a time. */
export function createRounds({ run, everyMs, firstAfterMs = 0, onError }: RoundsOptions): Rounds {
  let timer: NodeJS.Timeout | undefined
  let first: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined

  const tick = (): Promise<void> => {
    round ??= run()
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) onError(error)
      })
      .finally(() => {
        round = undefined
      })
    return round
  }
  const next = () => void tick()

  return {
    open() {
      timer = setInterval(next, everyMs).unref()
      if (firstAfterMs > 0) first = setTimeout(next, firstAfterMs).unref()
      else next()
    },
    tick,
    async close() {
      clearInterval(timer)
      clearTimeout(first)
      await round
    },
  }
}
