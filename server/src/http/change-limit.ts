import { formatCount } from '@dashboard/contract/counts'
import { minuteMs } from '@dashboard/contract/duration'
import { changesPerMinute } from '@dashboard/contract/limits'
import type { FastifyInstance } from 'fastify'
import { tooMany } from './app-error.ts'

/** Refuses calls other than GET to a person who has made too many within a minute of the clock: 429. */
export function limitChanges(app: FastifyInstance): void {
  let minute = 0
  const changes = new Map<string, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, session } = request
    if (!session || method === 'GET' || method === 'HEAD') return done()
    const now = Date.now()
    if (Math.floor(now / minuteMs) !== minute) {
      minute = Math.floor(now / minuteMs)
      changes.clear()
    }
    const count = (changes.get(session.user.id) ?? 0) + 1
    changes.set(session.user.id, count)
    if (count <= changesPerMinute) return done()
    done(
      tooMany(
        `You have made more than ${formatCount(changesPerMinute)} changes within a minute. Try again in a minute.`,
        Math.ceil(((minute + 1) * minuteMs - now) / 1_000),
      ),
    )
  })
}
