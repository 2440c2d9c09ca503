import { formatCount } from '@dashboard/contract/counts'
import { tooMany } from './app-error.ts'

const hourMs = 60 * 60_000

interface Hour {
  beganAt: number
  calls: number
}

/** Counts one call of a user; the function returned takes the count back, for a call that failed. */
export type HourlyBound = (userId: string) => () => void

/**
 * Bounds how often each user may make a call within an hour that begins with the first call. No honest user reaches the
 * bound; it stops a user from filling the database or the disk. Each server counts for itself. Throws 429.
 */
export function createHourlyBound(most: number, now: () => number = Date.now): HourlyBound {
  const hours = new Map<string, Hour>()
  return (userId) => {
    const at = now()
    const hour = hourOf(hours, userId, at)
    if (hour.calls >= most) {
      const seconds = Math.ceil((hour.beganAt + hourMs - at) / 1_000)
      const minutes = Math.ceil(seconds / 60)
      throw tooMany(
        `You have done this ${formatCount(most)} times within an hour, more than one person may. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        seconds,
      )
    }
    hour.calls += 1
    return () => {
      hour.calls -= 1
    }
  }
}

function hourOf(hours: Map<string, Hour>, userId: string, at: number): Hour {
  const known = hours.get(userId)
  // If the clock was set back, another hour begins.
  if (known && at >= known.beganAt && at < known.beganAt + hourMs) return known
  const hour = { beganAt: at, calls: 0 }
  hours.set(userId, hour)
  return hour
}
