import { volunteerFilterLabels, volunteerMarkLabels } from '@dashboard/contract/volunteer-labels'
import type { ListedVolunteer, VolunteerFilter } from '@dashboard/contract/volunteers'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { type FileMaker, fileFacts } from '../http/file-facts.ts'
import type { Lines } from '../http/table-file.ts'
import { filtersInWords } from './filters-in-words.ts'
import { readListed } from './listed-volunteers.ts'

const rowsPerPage = 500

type Column = readonly [title: string, read: (volunteer: ListedVolunteer) => string | null]

const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No')

const columns: readonly Column[] = [
  ['Last name', ({ lastName }) => lastName],
  ['First name', ({ firstName }) => firstName],
  [volunteerFilterLabels.circuit, ({ circuit }) => circuit],
  [volunteerFilterLabels.congregation, ({ congregation }) => congregation],
  [volunteerFilterLabels.language, ({ language }) => language],
  ['Phone', ({ mobilePhone }) => mobilePhone],
  ['E-mail', ({ emailAddress }) => emailAddress],
  [volunteerFilterLabels.trained, ({ trained }) => yesOrNo(trained)],
  [volunteerFilterLabels.available, ({ available }) => yesOrNo(available)],
  [volunteerFilterLabels.orientation, ({ orientation }) => yesOrNo(orientation)],
  [volunteerFilterLabels.doubleShifts, ({ doubleShifts }) => yesOrNo(doubleShifts)],
]

const bySound: Column = ['Found by sound', ({ isBySound }) => yesOrNo(isBySound)]

const toCorrect: Column = [
  volunteerFilterLabels.mark,
  ({ marks }) => marks.map((mark) => volunteerMarkLabels[mark]).join('; '),
]

interface Choice extends FileMaker {
  filter: VolunteerFilter
  /** Who is in the file, by number, in order. */
  numbers: readonly number[]
  rows: Parameters<typeof readListed>[2]
}

/**
 * The chosen volunteers as a table, a page at a time; after an empty line, what was chosen, of which day the data
 * is, and who made the file when (docs/volunteers.md#export).
 */
export async function* volunteerLines(
  db: ScopedDb,
  { filter, numbers, rows, ...maker }: Choice,
): Lines {
  const facts = [['Filters', filtersInWords(filter)], ...(await fileFacts(db, maker))]
  const shown = [...columns, ...(filter.mark ? [toCorrect] : []), ...(filter.q ? [bySound] : [])]
  yield shown.map(([title]) => title)
  let count = 0
  for (let start = 0; start < numbers.length; start += rowsPerPage) {
    const page = await readListed(db, numbers.slice(start, start + rowsPerPage), rows)
    count += page.length
    yield* page.map((volunteer) => shown.map(([, read]) => read(volunteer) ?? ''))
  }
  yield []
  yield ['Volunteers', String(count)]
  yield* facts
}
