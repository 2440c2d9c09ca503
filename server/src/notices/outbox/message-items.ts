import { fromJson } from '@dashboard/store/database/column-values'
import type { OutboxRow } from '@dashboard/store/database/notice-tables'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit, type Scope, scopeOfUser } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { MessageItem } from '../channels/channel.ts'

/**
 * What a message still has to say when it is sent: of news, what its recipient has not read in the bell
 * meanwhile; of a reminder, what is still wrong. Of either, what concerns the circuits of its recipient.
 */
export async function readItems(db: Db, row: OutboxRow): Promise<MessageItem[]> {
  const ids = fromJson<string[]>(row.noticeIds)
  if (ids.length === 0) return []
  const { scope, isAdmin } = await readRecipient(db, row.userId)
  const items = within(db, scope)
    .selectFrom('notices')
    .select(['id', 'kind', 'title', 'text', 'link', 'createdAt'])
    .where('id', 'in', ids)
    .$if(!isAdmin, (query) => query.where('isForAdmins', '=', 0))
    .orderBy('sequence')
  if (row.isReminder === 1) {
    const wrong = db.selectFrom('notice_conditions').select('noticeId')
    return items.where('id', 'in', wrong).execute()
  }
  if (row.userId === null) return items.execute()
  const read = db.selectFrom('notice_reads').select('noticeId').where('userId', '=', row.userId)
  return items.where('id', 'not in', read).execute()
}

/** What the recipient may see now; a channel of no user's is for those who look after everything. */
async function readRecipient(
  db: Db,
  userId: string | null,
): Promise<{ scope: Scope; isAdmin: boolean }> {
  const everything = { scope: everyCircuit, isAdmin: true }
  if (userId === null) return everything
  const user = await db
    .selectFrom('users')
    .select(['role', 'circuits'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ? { scope: scopeOfUser(user), isAdmin: user.role === 'admin' } : everything
}
