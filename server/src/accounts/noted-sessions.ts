import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import type { Sessions } from '../http/access-guard.ts'
import { createLastSeen } from './last-seen.ts'
import { createFindSession } from './sessions.ts'

interface Dependencies {
  db: Db
  key: Uint8Array
  idleMs: number | undefined
  /** Administrators have to set up a second step before anything else. */
  needsFactor: boolean
}

/** Sessions by token, each noted as used; what is not yet written when the server closes is written then. */
export function findNotedSessions(
  app: FastifyInstance,
  { db, key, idleMs, needsFactor }: Dependencies,
): Sessions {
  const lastSeen = createLastSeen(db, (error) => {
    // Such as while a large import is written; the next request of each session notes it again.
    if (isDatabaseUnavailable(error)) return
    app.log.warn({ err: error }, 'When sessions were last used could not be written')
  })
  app.addHook('onClose', () => lastSeen.write())
  return createFindSession(db, key, { idleMs, needsFactor, note: lastSeen.note })
}
