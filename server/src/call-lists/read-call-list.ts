import type { CallList, CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import { callListLimits } from '@dashboard/contract/limits'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { notFound } from '../http/app-error.ts'
import { type OutcomeRow, readOutcomes, rowsByPerson } from './called-people.ts'
import { compareForCalling, reasonsOf } from './eligibility.ts'
import { readPlacePeople } from './place-people.ts'

/** Returns a list; throws 404 when there is none with this id. */
export async function requireList(db: ScopedDb, id: string) {
  const list = await db.selectFrom('call_lists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!list) throw notFound('Call list')
  return list
}

/** Returns a list with all people of its place, from the present data; throws 404 when there is none with this id. */
export async function readCallList(
  db: ScopedDb,
  id: string,
  {
    isTrainingKnown,
    limit,
  }: {
    isTrainingKnown: boolean
    /** The most people to return, of those who can serve and of the others; all when left out. */
    limit?: number
  },
): Promise<CallListDetails> {
  const list = await requireList(db, id)
  const people = await readPlacePeople(db, list, isTrainingKnown)
  const ofList = await readOutcomes(db, id)
  const recent = await readOutcomes(db)
  const elsewhere = rowsByPerson(recent.filter(({ listId }) => listId !== id))
  const called = rowsByPerson(ofList)
  const noted = new Set<OutcomeRow>()
  const judged = people.map((person): CallPerson => {
    const own = called(person)
    for (const row of own) noted.add(row)
    const others = elsewhere(person)
    const agreed = others.filter(({ outcome }) => outcome === 'yes')
    return {
      ...person,
      volunteerId: person.id,
      lastAskedAt: others.findLast(({ outcome }) => answers.has(outcome))?.at ?? null,
      reasons: reasonsOf({ ...person, agreed }, list),
      outcome: own.at(-1) ?? null,
    }
  })
  judged.sort(compareForCalling)
  const part = (rows: CallPerson[]) => ({ people: rows.slice(0, limit), total: rows.length })
  return {
    list: { ...list, ...countsOf(ofList) },
    isTrainingKnown,
    fitting: part(judged.filter(({ reasons }) => reasons.length === 0)),
    others: part(judged.filter(({ reasons }) => reasons.length > 0)),
    gone: ofList
      .filter((row) => !noted.has(row))
      .map(toDeparted)
      .sort(compareForCalling),
  }
}

export async function readCallLists(db: ScopedDb): Promise<CallList[]> {
  const lists = await db
    .selectFrom('call_lists')
    .selectAll()
    .orderBy('day', 'desc')
    .orderBy('createdAt', 'desc')
    .limit(callListLimits.listed)
    .execute()
  const outcomes = await db
    .selectFrom('call_outcomes')
    .select(['listId', 'outcome'])
    .where(
      'listId',
      'in',
      lists.map(({ id }) => id),
    )
    .execute()
  const byList = Map.groupBy(outcomes, (row) => row.listId)
  return lists.map((list) => ({ ...list, ...countsOf(byList.get(list.id) ?? []) }))
}

function countsOf(rows: readonly Pick<OutcomeRow, 'outcome'>[]) {
  return { called: rows.length, yes: rows.filter(({ outcome }) => outcome === 'yes').length }
}

/** Outcomes of a person who was reached, and so was asked. */
const answers: ReadonlySet<OutcomeRow['outcome']> = new Set(['yes', 'no', 'later'])

/** Returns a person who has left, with the names and place at the time of the call. */
function toDeparted(row: OutcomeRow): CallPerson {
  return {
    ...row,
    volunteerId: row.isThere ? row.volunteerId : null,
    mobilePhone: row.phone,
    emailAddress: null,
    trained: false,
    lastAskedAt: null,
    reasons: [],
    outcome: row,
  }
}
