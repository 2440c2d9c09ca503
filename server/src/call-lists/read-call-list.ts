import type {
  CallList,
  CallListDetails,
  CallOutcome,
  CallPerson,
} from '@dashboard/contract/call-lists'
import { weekdayOf } from '@dashboard/contract/days'
import { callListLimits } from '@dashboard/contract/limits'
import { timesWithin } from '@dashboard/contract/time-slots'
import { type ScopedDb, scopeOf } from '@dashboard/store/database/scoped-database'
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

interface Reading {
  isTrainingKnown: boolean
  /** The present day, YYYY-MM-DD. */
  today: string
}

/** Returns a list with all people of its place, from the present data; throws 404 when there is none with this id. */
export async function readCallList(
  db: ScopedDb,
  id: string,
  {
    isTrainingKnown,
    today,
    limit,
  }: Reading & {
    /** The most people to return, of those who can serve and of the others; all when left out. */
    limit?: number
  },
): Promise<CallListDetails> {
  const list = await requireList(db, id)
  const ofList = await readOutcomes(db, [id])
  const people = await readPlacePeople(db, list, isTrainingKnown)
  const { fitting, others, gone } = judge(list, people, {
    ofList,
    ofPerson: rowsByPerson(await readOutcomes(db)),
  })
  const part = (rows: CallPerson[]) => ({ people: rows.slice(0, limit), total: rows.length })
  return {
    list: { ...list, ...countsOf(db, list, ofList, list.day >= today ? fitting : undefined) },
    isTrainingKnown,
    fitting: part(fitting),
    others: part(others),
    gone,
  }
}

interface Outcomes {
  ofList: readonly OutcomeRow[]
  /** Returns what a person has answered within two years, on any list. */
  ofPerson: ReturnType<typeof rowsByPerson<OutcomeRow>>
}

/** Splits the people of a list's place by whether they can serve, in the order for calling. */
function judge(
  list: { id: string; day: string; timeSlot: string },
  people: Awaited<ReturnType<typeof readPlacePeople>>,
  { ofList, ofPerson }: Outcomes,
) {
  const called = rowsByPerson(ofList)
  const within = timesWithin([list.timeSlot])
  const weekday = weekdayOf(list.day)
  const noted = new Set<OutcomeRow>()
  const judged = people.map((person): CallPerson => {
    const own = called(person)
    for (const row of own) noted.add(row)
    const elsewhere = ofPerson(person).filter(({ listId }) => listId !== list.id)
    const isFree = person.times.some(
      ({ dayOfWeek, timeSlot }) => dayOfWeek === weekday && within(timeSlot).length > 0,
    )
    const agreed = elsewhere.filter(({ outcome }) => outcome === 'yes')
    return {
      ...person,
      volunteerId: person.id,
      lastAskedAt: elsewhere.findLast(({ outcome }) => answers.has(outcome))?.at ?? null,
      reasons: reasonsOf({ ...person, isFree, agreed }, list),
      outcome: own.at(-1) ?? null,
    }
  })
  judged.sort(compareForCalling)
  return {
    fitting: judged.filter(({ reasons }) => reasons.length === 0),
    others: judged.filter(({ reasons }) => reasons.length > 0),
    gone: ofList
      .filter((row) => !noted.has(row))
      .map(toDeparted)
      .sort(compareForCalling),
  }
}

/**
 * Returns the lists in use: those with an outcome or a number of people wanted. Others were only looked at. Those of
 * today and later come first, the soonest first; `callListsByWeek` has the order of pages.
 */
export async function readCallLists(
  db: ScopedDb,
  { isTrainingKnown, today }: Reading,
): Promise<CallList[]> {
  const begun = db
    .selectFrom('call_lists')
    .selectAll()
    .where((where) =>
      where.or([
        where('wanted', 'is not', null),
        where('id', 'in', where.selectFrom('call_outcomes').select('listId')),
      ]),
    )
    .limit(callListLimits.listed)
  const coming = await begun.where('day', '>=', today).orderBy('day').orderBy('id').execute()
  const past = await begun.where('day', '<', today).orderBy('day', 'desc').orderBy('id').execute()
  const lists = [...coming, ...past]
  const outcomes = await readOutcomes(
    db,
    lists.map(({ id }) => id),
  )
  const byList = Map.groupBy(outcomes, ({ listId }) => listId)
  const ofPerson = rowsByPerson(coming.length === 0 ? [] : await readOutcomes(db))
  const fitting = new Map<string, CallPerson[]>()
  const byPlace = Map.groupBy(coming, ({ kind, place }) => `${kind} ${place}`)
  for (const [first, ...rest] of byPlace.values()) {
    if (!first) continue
    const people = await readPlacePeople(db, first, isTrainingKnown)
    for (const list of [first, ...rest]) {
      const ofList = byList.get(list.id) ?? []
      fitting.set(list.id, judge(list, people, { ofList, ofPerson }).fitting)
    }
  }
  return lists.map((list) => ({
    ...list,
    ...countsOf(db, list, byList.get(list.id) ?? [], fitting.get(list.id)),
  }))
}

/** Counts a list's outcomes, and who can serve but was not called; `notCalled` is `null` for a past day. */
function countsOf(
  db: ScopedDb,
  { kind }: Pick<CallList, 'kind'>,
  ofList: readonly OutcomeRow[],
  fitting: readonly CallPerson[] | undefined,
) {
  const count = (wanted: CallOutcome) => ofList.filter(({ outcome }) => outcome === wanted).length
  return {
    called: ofList.length,
    yes: count('yes'),
    later: count('later'),
    notCalled: fitting?.filter(({ outcome }) => outcome === null).length ?? null,
    // Circuits may share a cart location.
    isPartial: kind === 'location' && scopeOf(db).circuits !== null,
  }
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
