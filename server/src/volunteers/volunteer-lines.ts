import { easternTime } from '@dashboard/contract/eastern-time'
import { volunteerFilterLabels } from '@dashboard/contract/volunteer-labels'
import type { ListedVolunteer, VolunteerFilter } from '@dashboard/contract/volunteers'
import { readIsSampleData, readLastImport } from '@dashboard/store/automation-status'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import type { Lines } from '../http/table-file.ts'
import { filtersInWords } from './filters-in-words.ts'
import { readListed } from './listed-volunteers.ts'
import type { VolunteerScope } from './volunteer-scope.ts'

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

interface Choice {
  filter: VolunteerFilter
  /** Who is in the file, by number, in order. */
  numbers: readonly number[]
  rows: Parameters<typeof readListed>[2]
  /** Who makes it, and what they may see. */
  by: string
  scope: VolunteerScope
}

/**
 * The chosen volunteers as a table, a page at a time; after an empty line, what was chosen, of which day the data
 * is, and who made the file when (docs/volunteers.md#export).
 */
export async function* volunteerLines(
  db: ScopedDb,
  { filter, numbers, rows, by, scope }: Choice,
): Lines {
  const facts = [
    ['Filters', filtersInWords(filter)],
    ...(scope.circuits ? [['Limited to', scope.circuits.join('; ')]] : []),
    ['Data of', await readDataDay(db)],
    ['Exported', `${easternTime(new Date().toISOString())}, by ${by}`],
  ]
  const shown = filter.q ? [...columns, bySound] : columns
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

async function readDataDay(db: ScopedDb): Promise<string> {
  const lastImport = await readLastImport(db)
  if (lastImport === null) return 'Nothing imported yet'
  return `${easternTime(lastImport)}${(await readIsSampleData(db)) ? ' (sample data)' : ''}`
}
