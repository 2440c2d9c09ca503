import { randomUUID } from 'node:crypto'
import type { CallListInput, CallOutcome } from '@dashboard/contract/call-lists'
import { dayMs } from '@dashboard/contract/duration'
import { callListLimits } from '@dashboard/contract/limits'
import { localDay } from '@dashboard/contract/local-time'
import { nowIso } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { personKey } from '@dashboard/store/volunteers/person-key'
import { fullName, type SignedInUser } from '../http/access-check.ts'
import { badRequest, conflict, notFound } from '../http/app-error.ts'
import { readOutcomes, rowsByPerson } from './called-people.ts'
import { selectPeople } from './place-people.ts'
import { requireList } from './read-call-list.ts'

/**
 * Returns the list of a place and time, and creates it when there is none: colleagues who fill the same cart share it.
 * How many people it wants is set only where nobody has set it. Runs in the caller's transaction. Throws 400 for a day
 * that is too far away, 409 for too many lists.
 */
export async function openList(
  tx: Db,
  { wanted, ...input }: CallListInput & { wanted?: number | undefined },
  { user, scope }: { user: SignedInUser; scope: Scope },
): Promise<{ id: string; isNew: boolean }> {
  await requirePlace(within(tx, scope), input)
  const known = await findList(tx, input)
  if (known) {
    await setWantedOnce(tx, known.id, wanted)
    return { id: known.id, isNew: false }
  }
  requireNearDay(input)
  const by = fullName(user)
  await lockUser(tx, user.id)
  await requireFewLists(tx, by)
  const made = { id: randomUUID(), ...input, createdBy: by, createdAt: nowIso() }
  await tx
    .insertInto('call_lists')
    .values(made)
    .onConflict((given) => given.columns(['kind', 'place', 'day', 'timeSlot']).doNothing())
    .execute()
  await raiseVersion(tx, 'calls')
  // Another one where a colleague has created it at this moment.
  const { id } = (await findList(tx, input)) ?? made
  await setWantedOnce(tx, id, wanted)
  return { id, isNew: id === made.id }
}

async function setWantedOnce(tx: Db, id: string, wanted: number | undefined): Promise<void> {
  if (wanted === undefined) return
  const { numUpdatedRows } = await tx
    .updateTable('call_lists')
    .set({ wanted })
    .where('id', '=', id)
    .where('wanted', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await raiseVersion(tx, 'calls')
}

/** Sets how many people a list wants. Throws 404 for a list that the scope does not have. */
export async function setWanted(db: Db, id: string, wanted: number, scope: Scope): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireList(within(tx, scope), id)
    await tx.updateTable('call_lists').set({ wanted }).where('id', '=', id).execute()
    await raiseVersion(tx, 'calls')
  })
}

function findList(tx: Db, input: CallListInput): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('call_lists')
    .select('id')
    .where((where) => where.and({ ...input }))
    .executeTakeFirst()
}

function requireNearDay({ day }: CallListInput): void {
  const now = Date.now()
  const reachMs = callListLimits.days * dayMs
  if (localDay(now - reachMs) <= day && day <= localDay(now + reachMs)) return
  const message = 'Choose a day within a year'
  throw badRequest(message, [{ path: 'day', message }])
}

async function requireFewLists(tx: Db, by: string): Promise<void> {
  const active = tx
    .selectFrom('call_lists')
    .where('createdBy', '=', by)
    .where('day', '>=', localDay(Date.now()))
  if ((await countRows(active)) < callListLimits.activePerUser) return
  throw conflict(
    `You have made ${callListLimits.activePerUser} call lists for days to come. Delete one that is not needed, then try again.`,
  )
}

async function requirePlace(db: ScopedDb, input: CallListInput): Promise<void> {
  const isCircuit = input.kind === 'circuit'
  const found = await db
    .selectFrom(isCircuit ? 'circuits' : 'cart_locations')
    .select('id')
    .where('name', '=', input.place)
    .executeTakeFirst()
  if (!found) throw notFound(isCircuit ? 'Circuit' : 'Cart location')
}

/** Notes how a call ended, in place of an earlier note about the same person on this list; `null` removes that. */
export async function recordOutcome(
  db: Db,
  {
    listId,
    volunteerId,
    outcome,
  }: { listId: string; volunteerId: string; outcome: CallOutcome | null },
  { by, scope }: { by: string; scope: Scope },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const visible = within(tx, scope)
    await requireList(visible, listId)
    const volunteer = await selectPeople(visible)
      .where('volunteers.id', '=', volunteerId)
      .executeTakeFirst()
    if (!volunteer) throw notFound('Volunteer')
    const { id, emailAddress: _email, mobilePhone, ...person } = volunteer
    const known = { ...person, personKey: personKey(person) }
    const ids = rowsByPerson(await readOutcomes(visible, [listId]))({ id, ...known }).map(
      (row) => row.id,
    )
    await tx.deleteFrom('call_outcomes').where('id', 'in', ids).execute()
    if (outcome !== null) {
      const note = { ...known, phone: mobilePhone, outcome, by, at: nowIso() }
      await tx
        .insertInto('call_outcomes')
        .values({ id: randomUUID(), listId, volunteerId, ...note })
        .onConflict((given) => given.columns(['listId', 'volunteerId']).doUpdateSet(note))
        .execute()
    }
    await raiseVersion(tx, 'calls')
  })
}

/** Deletes a list with its outcomes, in the caller's transaction; returns the list. */
export async function deleteList(tx: Db, id: string, scope: Scope) {
  const visible = within(tx, scope)
  const list = await requireList(visible, id)
  const all = await countOutcomes(tx, id)
  const own = await countOutcomes(visible, id)
  if (all > own) throw conflict('This list holds calls to people of other circuits.')
  await tx.deleteFrom('call_lists').where('id', '=', id).execute()
  await raiseVersion(tx, 'calls')
  return list
}

function countOutcomes(db: Db, listId: string): Promise<number> {
  return countRows(db.selectFrom('call_outcomes').where('listId', '=', listId))
}
