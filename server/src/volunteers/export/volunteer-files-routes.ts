import { setImmediate } from 'node:timers/promises'
import { listedColumns } from '@dashboard/contract/sheet-columns'
import {
  copyVolunteerContacts,
  exportVolunteersCsv,
  exportVolunteersXlsx,
} from '@dashboard/contract/volunteer-exports'
import { volunteerFilterLabels } from '@dashboard/contract/volunteer-labels'
import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import type { Db } from '@dashboard/store/database/open-database'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { createSemaphore } from '@dashboard/store/semaphore'
import type { FastifyInstance } from 'fastify'
import { downloadName } from '../../http/content-disposition.ts'
import { collectContacts, refuseTooMany } from '../../http/copied-contacts.ts'
import { route } from '../../http/endpoint-routes.ts'
import { type FileMaker, fileMetadata } from '../../http/file-metadata.ts'
import { type Lines, sendTable } from '../../http/table-file.ts'
import { readFound } from '../search/found-volunteers.ts'
import { marksInWords } from '../search/volunteer-filters.ts'
import { type ChooseVolunteers, type ChosenVolunteers, exportDetails } from './choose-volunteers.ts'
import { filtersInWords } from './filters-in-words.ts'

const rowsPerPage = 100

const formats = [
  ['csv', exportVolunteersCsv],
  ['xlsx', exportVolunteersXlsx],
] as const

interface Dependencies {
  db: Db
  choose: ChooseVolunteers
}

/** Adds the routes that send the list of volunteers as files, and its contacts (docs/volunteers.md#export). */
export function volunteerFilesRoutes(app: FastifyInstance, { db, choose }: Dependencies): void {
  for (const [format, endpoint] of formats) {
    route(app, endpoint, async ({ query = {}, user, scope, reply, audit }) => {
      const chosen = await inTurn(user.id, () => choose(query, scope))
      await audit(db, 'volunteers.export', { details: exportDetails(chosen, format) })
      const lines = volunteerLines(within(db, scope), chosen, { user, scope })
      return sendTable(reply, format, downloadName('Volunteers', format), 'Volunteers', lines)
    })
  }

  route(app, copyVolunteerContacts, async ({ query: { of, ...query }, user, scope, audit }) => {
    const chosen = await inTurn(user.id, () => choose(query, scope))
    const { people, rows } = chosen
    refuseTooMany(people.length)
    const found: ListedVolunteer[] = []
    for (const some of inBatches(people, rowsPerPage)) {
      found.push(...(await inTurn(user.id, () => readFound(within(db, scope), some, rows))))
    }
    const copied = collectContacts(
      found.map((row) => ({ ...row, hasWrongNumber: row.marks.includes('wrong-number') })),
      of,
    )
    await audit(db, 'volunteers.export', { details: exportDetails(chosen, of) })
    return copied
  })
}

type Column = readonly [title: string, read: (volunteer: ListedVolunteer) => string | null]

const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No')

function cellOf(value: string | boolean | null): string | null {
  return typeof value === 'boolean' ? yesOrNo(value) : value
}

const columns: readonly Column[] = [
  ['Last name', ({ lastName }) => lastName],
  ['First name', ({ firstName }) => firstName],
  [volunteerFilterLabels.circuit, ({ circuit }) => circuit],
  [volunteerFilterLabels.congregation, ({ congregation }) => congregation],
  [volunteerFilterLabels.language, ({ language }) => language],
  ...listedColumns
    .filter(({ title }) => title !== 'First Name' && title !== 'Last Name')
    .map(({ title, field }): Column => [title, (volunteer) => cellOf(volunteer[field])]),
]

const bySound: Column = ['Found by sound', ({ isBySound }) => yesOrNo(isBySound)]

const toCorrect: Column = [volunteerFilterLabels.mark, ({ marks }) => marksInWords(marks)]

/**
 * Yields the chosen volunteers as a table, a page at a time; after an empty line, the filters, the day of the data, and
 * who made the file when (docs/volunteers.md#export).
 */
async function* volunteerLines(
  db: ScopedDb,
  { filter, people, rows }: ChosenVolunteers,
  maker: FileMaker,
): Lines {
  const facts = [['Filters', filtersInWords(filter)], ...(await fileMetadata(db, maker))]
  const shown = [...columns, ...(filter.mark ? [toCorrect] : []), ...(filter.q ? [bySound] : [])]
  yield shown.map(([title]) => title)
  let count = 0
  for (const some of inBatches(people, rowsPerPage)) {
    const page = await inTurn(maker.user.id, () => readFound(db, some, rows))
    count += page.length
    yield* page.map((volunteer) => shown.map(([, read]) => read(volunteer) ?? ''))
  }
  yield []
  yield ['Volunteers', String(count)]
  yield* facts
}

const withTurn = createSemaphore(1)

/** Runs one part of a file at a time, however many files are made at once, and serves other requests in between. */
function inTurn<T>(person: string, part: () => Promise<T>): Promise<T> {
  return withTurn(() => setImmediate().then(part), { person })
}
