import type { CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import { callOutcomeLabels, reasonText } from '@dashboard/contract/call-reasons'
import { localTime } from '@dashboard/contract/local-time'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { type FileMaker, fileMetadata } from '../http/file-metadata.ts'
import type { Lines } from '../http/table-file.ts'
import { weekdayOf } from './place-people.ts'

type Column = [title: string, read: (person: CallPerson) => string | null | undefined]

const columns: readonly Column[] = [
  ['Last Name', ({ lastName }) => lastName],
  ['First Name', ({ firstName }) => firstName],
  ['Mobile Phone', ({ mobilePhone }) => mobilePhone],
  ['Email Address', ({ emailAddress }) => emailAddress],
  ['Congregation', ({ congregation }) => congregation],
  ['Circuit', ({ circuit }) => circuit],
  ['Last Asked', ({ lastAskedAt }) => lastAskedAt && localTime(lastAskedAt)],
  ['Outcome', ({ outcome }) => outcome && callOutcomeLabels[outcome.outcome]],
  ['Noted By', ({ outcome }) => outcome?.by],
  ['Why Not', ({ reasons }) => reasons.map(reasonText).join('; ')],
]

/**
 * Yields the people who can serve, then the others with the reasons, then those who were called and have left; after an
 * empty line, which cart the list is for and when, from which day the data is, and who made the file
 * (docs/call-lists.md#files).
 */
export async function* callListLines(
  db: ScopedDb,
  { list, fitting, others, gone }: CallListDetails,
  maker: FileMaker,
): Lines {
  const people = [...fitting.people, ...others.people, ...gone]
  yield columns.map(([title]) => title)
  for (const person of people) yield columns.map(([, read]) => read(person) ?? '')
  yield []
  yield ['People', String(people.length)]
  yield [list.kind === 'circuit' ? 'Circuit' : 'Cart location', list.place]
  yield ['Time', `${weekdayOf(list.day)}, ${list.day}, ${list.timeSlot}`]
  yield* await fileMetadata(db, maker)
}
