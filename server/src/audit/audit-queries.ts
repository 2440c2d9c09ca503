import type { Role } from '@dashboard/contract/account-inputs'
import type { AuditEntry, AuditFilter } from '@dashboard/contract/audit'
import { auditActionLabels, auditActionNames } from '@dashboard/contract/audit-actions'
import { compareNames } from '@dashboard/contract/compare-names'
import { foldText } from '@dashboard/contract/fold-text'
import { dayAfter, localDayStart } from '@dashboard/contract/local-time'
import { fromJsonOr, toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { AuditRow } from '@dashboard/store/database/schema'
import { nameAndUsername } from '../http/access-check.ts'
import type { RowOrder } from '../http/page-cursor.ts'
import { containsText } from '../http/text-search.ts'
import { isUnusual } from '../http/unusual-names.ts'

const listedItems = 20
const listedActors = 1_000

/** Returns the order of the log, in which no two entries have the same place. */
export function auditOrder(sort: 'at' | '-at'): RowOrder {
  return { list: 'audit', sort, columns: { sequence: 'integer' } }
}

export function chooseEntries(db: Db, { q, action, actor, from, to }: AuditFilter) {
  let query = db.selectFrom('audit_log').selectAll()
  if (action !== undefined) query = query.where('action', '=', action)
  if (actor !== undefined) {
    query = query.where((where) =>
      where.or([where('actorId', '=', actor), where('actor', '=', actor)]),
    )
  }
  if (from !== undefined) query = query.where('at', '>=', toIso(localDayStart(from)))
  if (to !== undefined) query = query.where('at', '<', toIso(localDayStart(dayAfter(to))))
  if (q) {
    const columns = ['actor', 'action', 'subject', 'address', 'details']
    query = query.where(({ or, eb }) =>
      or([containsText(db, columns, q), eb('action', 'in', actionsNamed(q))]),
    )
  }
  return query
}

/** Returns the actions whose words, as the page shows them, contain the text. */
function actionsNamed(text: string) {
  const wanted = foldText(text)
  if (wanted === '') return []
  return auditActionNames.filter((action) => foldText(auditActionLabels[action]).includes(wanted))
}

/** Returns everybody with entries: users by their id and latest name, and actors that are no users. */
export async function listActors(db: Db): Promise<{ value: string; name: string }[]> {
  const latest = db
    .selectFrom('audit_log')
    .select((select) => select.fn.max('sequence').as('sequence'))
    .where('actorId', 'is not', null)
    .groupBy('actorId')
  const users = await db
    .selectFrom('audit_log')
    .select(['actorId', 'actor'])
    .where('sequence', 'in', latest)
    .limit(listedActors)
    .execute()
  const others = await db
    .selectFrom('audit_log')
    .select('actor')
    .distinct()
    .where('actorId', 'is', null)
    // Failed sign-ins are left out, since they may contain any name that somebody typed.
    .where('action', '!=', 'session.failed')
    .limit(listedActors)
    .execute()
  return [
    ...users.map(({ actorId, actor }) => ({ value: actorId ?? actor, name: actor })),
    ...others.map(({ actor }) => ({ value: actor, name: actor })),
  ].sort((one, other) => compareNames(one.name, other.name))
}

interface NamedUser {
  role: Role
  name: string
}

/**
 * Returns the users who acted, and to whom something was done, as they are now, keyed by id; users who no longer exist
 * are left out.
 */
export async function readUsers(
  db: Db,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, NamedUser>> {
  const ids = rows.flatMap((row) => [row.actorId ?? [], userOf(row) ?? []].flat())
  if (ids.length === 0) return new Map()
  const users = await db
    .selectFrom('users')
    .select(['id', 'role', 'firstName', 'lastName', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(users.map((user) => [user.id, { role: user.role, name: nameAndUsername(user) }]))
}

/** Returns the id of the user that the action was done to, if it was a user. */
function userOf({ subject }: AuditRow): string | undefined {
  return /^user:(.+)$/.exec(subject ?? '')?.[1]
}

export function toEntry(row: AuditRow, users: ReadonlyMap<string, NamedUser>): AuditEntry {
  const { id, at, actor, actorId, action, subject, address } = row
  const details = fromJsonOr<Record<string, unknown>>(row.details, {})
  const short = Object.entries(details).map(([name, value]) => [name, shorten(value)])
  return {
    id,
    at,
    actor,
    actorId,
    actorRole: users.get(actorId ?? '')?.role ?? null,
    isUnusualActor: hasUnusualUsername(actor),
    action,
    subject,
    subjectName: users.get(userOf(row) ?? '')?.name ?? null,
    address,
    details: Object.fromEntries(short),
  }
}

/**
 * Whether the actor's username is unusual. An actor is written as full name and username in brackets; a failed sign-in
 * has the username alone.
 */
export function hasUnusualUsername(actor: string): boolean {
  const username = /\(([^()]*)\)$/.exec(actor)?.[1] ?? actor
  return isUnusual(username)
}

function shorten(value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= listedItems) return value
  return [...value.slice(0, listedItems), `and ${value.length - listedItems} more`]
}
