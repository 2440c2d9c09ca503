import type { CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import { callOutcomeLabels, reasonText } from '@dashboard/contract/call-reasons'
import { easternTime } from '@dashboard/contract/eastern-time'
import type { Lines } from '../http/table-file.ts'

type Column = [title: string, read: (person: CallPerson) => string | null | undefined]

const columns: readonly Column[] = [
  ['Last Name', ({ lastName }) => lastName],
  ['First Name', ({ firstName }) => firstName],
  ['Mobile Phone', ({ mobilePhone }) => mobilePhone],
  ['Email Address', ({ emailAddress }) => emailAddress],
  ['Congregation', ({ congregation }) => congregation],
  ['Circuit', ({ circuit }) => circuit],
  ['Last Asked', ({ lastAskedAt }) => lastAskedAt && easternTime(lastAskedAt)],
  ['Outcome', ({ outcome }) => outcome && callOutcomeLabels[outcome.outcome]],
  ['Noted By', ({ outcome }) => outcome?.by],
  ['Why Not', ({ reasons }) => reasons.map(reasonText).join('; ')],
]

/** Who can serve, then the others with the reasons, then who was called and is gone. */
export async function* callListLines({ fitting, others, gone }: CallListDetails): Lines {
  yield columns.map(([title]) => title)
  for (const person of [...fitting.people, ...others.people, ...gone]) {
    yield columns.map(([, read]) => read(person) ?? '')
  }
}
