import { dayMs } from '@dashboard/contract/duration'
import { toIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { inTransaction } from '@dashboard/store/database/transactions'
import { personKey } from '@dashboard/store/volunteers/person-key'
import { rowsByPerson } from './called-people.ts'
import { selectPeople } from './place-people.ts'

/**
 * Removes call lists and outcomes that are older than a number of days (0: none), and outcomes of people who have left
 * for good (docs/call-lists.md#how-long-calls-are-kept). Returns how many outcomes.
 */
export async function pruneCalls(db: Db, retentionDays: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const old =
      retentionDays === 0 ? 0 : await deleteOldCalls(tx, toIso(Date.now() - retentionDays * dayMs))
    const departed = await listDeparted(tx)
    for (const ids of inBatches(departed)) {
      await tx.deleteFrom('call_outcomes').where('id', 'in', ids).execute()
    }
    const forgotten = old + departed.length
    if (forgotten > 0) await raiseVersion(tx, 'calls')
    return forgotten
  })
}

async function deleteOldCalls(tx: Db, before: string): Promise<number> {
  const lists = tx.selectFrom('call_lists').select('id').where('day', '<', before.slice(0, 10))
  const { numDeletedRows } = await tx
    .deleteFrom('call_outcomes')
    .where((where) => where.or([where('at', '<', before), where('listId', 'in', lists)]))
    .executeTakeFirst()
  await tx.deleteFrom('call_lists').where('day', '<', before.slice(0, 10)).execute()
  return Number(numDeletedRows)
}

/**
 * Returns the outcomes of people who are no longer volunteers, by any id or name, and who were not removed by an import
 * that can still be undone.
 */
async function listDeparted(tx: Db): Promise<string[]> {
  const rows = await tx
    .selectFrom('call_outcomes')
    .leftJoin('volunteers', 'volunteers.id', 'call_outcomes.volunteerId')
    .select(['call_outcomes.id', 'volunteerId', 'call_outcomes.locustId', 'personKey'])
    .where('volunteers.id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_changes')
            .innerJoin('imports', 'imports.id', 'import_changes.importId')
            .select('import_changes.id')
            .where('import_changes.kind', '=', 'left')
            .where('imports.rowsKey', 'is not', null)
            .whereRef('import_changes.volunteerId', '=', 'call_outcomes.volunteerId'),
        ),
      ),
    )
    .execute()
  if (rows.length === 0) return []
  const rowsOf = rowsByPerson(rows.map((row) => ({ ...row, isThere: false })))
  const back = new Set<string>()
  for (const person of await selectPeople(within(tx, everyCircuit)).execute()) {
    for (const { id } of rowsOf({ ...person, personKey: personKey(person) })) back.add(id)
  }
  return rows.map(({ id }) => id).filter((id) => !back.has(id))
}
