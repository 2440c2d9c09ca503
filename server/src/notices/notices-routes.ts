import { countOf } from '@dashboard/contract/counts'
import { listedNotices } from '@dashboard/contract/limits'
import {
  getNoticeChoices,
  listNotices,
  markNoticesRead,
  saveNoticeChoices,
} from '@dashboard/contract/notices'
import type { Db } from '@dashboard/store/database/open-database'
import { within } from '@dashboard/store/database/scoped-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FastifyInstance } from 'fastify'
import { route, routeVersioned } from '../http/endpoint-routes.ts'
import { readChoices, saveChoices } from './choices-queries.ts'
import { countNotices, markRead, readBellUser, readNotices } from './notices-queries.ts'

interface Dependencies {
  db: Db
  isEmailAvailable: boolean
  /** Records that the user has a visible page open that polls. */
  recordWatcher(userId: string): Promise<void>
}

/** Adds the routes for the bell, and for which notices a user gets by e-mail (docs/notices.md). */
export function noticesRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, isEmailAvailable, recordWatcher } = dependencies

  routeVersioned(app, listNotices, {
    db,
    reads: ['notices'],
    onRequest: ({ user }) => void recordWatcher(user.id),
    async answer({ query = {}, userId, visible }) {
      const { limit = listedNotices, cursor } = query
      const bellUser = await readBellUser(db, userId)
      const [{ rows, nextCursor }, counts] = await Promise.all([
        readNotices(visible, bellUser, { limit, cursor }),
        countNotices(visible, bellUser),
      ])
      return { notices: rows, ...counts, nextCursor }
    },
  })

  route(app, markNoticesRead, async ({ body, user, scope }) => {
    const bellUser = await readBellUser(db, user.id)
    const marked = await markRead(db, { user: bellUser, scope }, body.ids ?? 'all')
    const { unread } = await countNotices(within(db, scope), bellUser)
    const message = `Marked ${countOf(marked, 'notice')} as read.`
    return { message, unread }
  })

  route(app, getNoticeChoices, async ({ user }) => ({
    ...(await readChoices(db, user.id)),
    isEmailAvailable,
  }))

  route(app, saveNoticeChoices, async ({ body, user, audit }) => {
    const topics = [...new Set(body.topics)]
    await inTransaction(db, async (tx) => {
      await saveChoices(tx, user.id, { ...body, topics })
      const details = { topics, hasAddress: body.emailAddress !== null }
      await audit(tx, 'notice-choices.update', { subject: `user:${user.id}`, details })
    })
    const message = 'Your choices were saved.'
    return { ...(await readChoices(db, user.id)), isEmailAvailable, message }
  })
}
