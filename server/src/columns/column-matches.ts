import { isAudited, isOfEmergency } from '@dashboard/contract/audited-values'
import {
  type ColumnMatch,
  type ColumnUse,
  duplicateUses,
  missingUses,
  type StoredColumnMatch,
} from '@dashboard/contract/columns'
import { uploadedSheet } from '@dashboard/contract/limits'
import { listTitles } from '@dashboard/contract/name-list'
import { flagColumns } from '@dashboard/contract/sheet-columns'
import { titlesKey, toStoredMatch } from '@dashboard/store/columns/column-matches'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import { lockVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { fullName, type SignedInUser } from '../http/access-check.ts'
import { badRequest, conflict, notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'

export async function findMatch(db: Db, key: string): Promise<StoredColumnMatch | undefined> {
  const row = await db
    .selectFrom('column_matches')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  return row && toStoredMatch(row)
}

/**
 * Stores a match in place of the earlier one for the same titles.
 * @throws 400 where a column that every sheet needs is missing, a use occurs twice, or emergency contacts would be
 * read as something else, and 409 beyond `uploadedSheet.matches`.
 */
export async function saveMatch(
  db: Db,
  { name, match, user }: { name: string; match: ColumnMatch; user: SignedInUser },
  audit: Audit<'columns.update'>,
): Promise<StoredColumnMatch> {
  requireUsable(match)
  const titles = match.columns.map(({ title }) => title)
  const key = titlesKey(titles)
  const row = {
    name,
    titles: toJson(titles),
    match: toJson(match),
    updatedAt: nowIso(),
    updatedBy: fullName(user),
  }
  return inTransaction(db, async (tx) => {
    await lockVersion(tx, 'column-matches')
    const before = await findMatch(tx, key)
    if (!before) await requireRoomForMatch(tx)
    await tx
      .insertInto('column_matches')
      .values({ key, ...row })
      .onConflict((conflicting) => conflicting.column('key').doUpdateSet(row))
      .execute()
    const details = {
      name,
      columns: match.columns.filter(({ use }) => use !== 'Leave out').length,
      changed: changedTitles(before?.match, match),
    }
    await audit(tx, 'columns.update', { subject: `columns:${key.slice(0, 12)}`, details })
    return toStoredMatch({ key, ...row })
  })
}

export async function deleteMatch(
  db: Db,
  key: string,
  audit: Audit<'columns.delete'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const details = await tx
      .deleteFrom('column_matches')
      .where('key', '=', key)
      .returning('name')
      .executeTakeFirst()
    if (!details) throw notFound('Match')
    await audit(tx, 'columns.delete', { subject: `columns:${key.slice(0, 12)}`, details })
  })
}

function requireUsable(match: ColumnMatch): void {
  const missing = missingUses(match)
  if (missing.length > 0) {
    throw badRequest(`Say which columns hold ${listTitles(missing)}. Every sheet needs them.`)
  }
  const doubled = duplicateUses(match)
  if (doubled.length > 0) {
    throw badRequest(
      `Two columns are matched with ${listTitles(doubled)}. Choose one, and leave the other out.`,
    )
  }
  // A review would show every user the contacts' values as changes of the volunteers.
  const shown = match.columns.find(
    ({ title, use }) => use !== 'Leave out' && !isAudited(use) && mayHoldContacts(title, use),
  )
  if (shown) {
    throw badRequest(
      `'${shown.title}' cannot be read as '${shown.use}': it would show emergency contacts to everybody. Match it with a column of emergency contacts, or leave it out.`,
    )
  }
}

/** Another sheet may ask, with yes and no, who helps in an emergency. */
function mayHoldContacts(title: string, use: ColumnUse): boolean {
  const isFlag = flagColumns.some((column) => column.title === use)
  return isAudited(title) || (isOfEmergency(title) && !isFlag)
}

async function requireRoomForMatch(tx: Db): Promise<void> {
  if ((await countRows(tx.selectFrom('column_matches'))) < uploadedSheet.matches) return
  throw conflict(
    `There are ${uploadedSheet.matches} matches already. Forget one that is no longer used.`,
  )
}

const maxNamed = 20

/** Returns the titles whose use has changed, for the audit log. */
function changedTitles(before: ColumnMatch | undefined, after: ColumnMatch): string[] {
  const uses = new Map<string, ColumnUse>(before?.columns.map(({ title, use }) => [title, use]))
  return after.columns
    .filter(({ title, use }) => (uses.get(title) ?? 'Leave out') !== use)
    .map(({ title, use }) => `${title}: ${use}`)
    .slice(0, maxNamed)
}
