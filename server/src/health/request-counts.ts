import { minuteMs } from '@dashboard/contract/duration'
import type { SystemState } from '@dashboard/contract/system'
import { nowIso } from '@dashboard/store/database/column-values'
import type { FastifyInstance } from 'fastify'

const minutes = 60
/** A user notices when a page takes this long. */
const slowMs = 1_000
const failedFrom = 500

interface Minute {
  number: number
  requests: number
  failed: number
  slow: number
}

/** Counts the requests of this server by the minute, and returns what reads those of the last hour. */
export function countRequests(app: FastifyInstance): () => SystemState['requests'] {
  const since = nowIso()
  const counted = new Map<number, Minute>()
  const minuteOf = (at: number) => Math.floor(at / minuteMs)

  app.addHook('onResponse', (_request, reply, done) => {
    done()
    const number = minuteOf(Date.now())
    const minute = counted.get(number) ?? { number, requests: 0, failed: 0, slow: 0 }
    if (minute.requests === 0) {
      counted.set(number, minute)
      for (const old of counted.keys()) if (old <= number - minutes) counted.delete(old)
    }
    minute.requests += 1
    if (reply.statusCode >= failedFrom) minute.failed += 1
    if (reply.elapsedTime >= slowMs) minute.slow += 1
  })

  return () => {
    const present = minuteOf(Date.now())
    const hour = [...counted.values()].filter(({ number }) => number > present - minutes)
    const sum = (what: 'requests' | 'failed' | 'slow') =>
      hour.reduce((total, minute) => total + minute[what], 0)
    return {
      since,
      lastHour: sum('requests'),
      failedLastHour: sum('failed'),
      slowLastHour: sum('slow'),
    }
  }
}
