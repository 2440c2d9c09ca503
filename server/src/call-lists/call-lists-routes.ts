import {
  type CallListDetails,
  type CallPerson,
  copyCallListContacts,
  deleteCallList,
  exportCallListCsv,
  exportCallListXlsx,
  getCallList,
  listCallLists,
  listWrongNumbers,
  openCallList,
  setCallOutcome,
  updateCallList,
} from '@dashboard/contract/call-lists'
import { callOutcomeLabels, reasonText } from '@dashboard/contract/call-reasons'
import { weekdayOf } from '@dashboard/contract/days'
import { callListLimits } from '@dashboard/contract/limits'
import { localDay, localTime } from '@dashboard/contract/local-time'
import type { Db } from '@dashboard/store/database/open-database'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import { readIsTrainingKnown } from '@dashboard/store/volunteers/availability'
import type { FastifyInstance } from 'fastify'
import { fullName } from '../http/access-check.ts'
import { downloadName } from '../http/content-disposition.ts'
import { collectContacts } from '../http/copied-contacts.ts'
import { route, routeVersioned } from '../http/endpoint-routes.ts'
import { type FileMaker, fileMetadata } from '../http/file-metadata.ts'
import { type Lines, sendTable } from '../http/table-file.ts'
import { deleteList, openList, recordOutcome, setWanted } from './change-call-lists.ts'
import { readCallList, readCallLists } from './read-call-list.ts'
import { readWrongNumbers } from './wrong-numbers.ts'

const formats = [
  ['csv', exportCallListCsv],
  ['xlsx', exportCallListXlsx],
] as const

/** Adds the routes for filling a cart: who can serve, and how each call ended (docs/call-lists.md). */
export function callListsRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  // Colleagues poll these lists, so that each sees the outcomes that the others note.
  const reads = ['calls', 'volunteers'] as const

  routeVersioned(app, listCallLists, {
    db,
    reads,
    facts: today,
    answer: async ({ visible, facts }) => ({
      callLists: await readCallLists(visible, {
        isTrainingKnown: await readIsTrainingKnown(db),
        today: facts,
      }),
    }),
  })

  routeVersioned(app, getCallList, {
    db,
    reads,
    facts: today,
    answer: async ({ params: { id }, visible, facts }) =>
      readCallList(visible, id, {
        isTrainingKnown: await readIsTrainingKnown(db),
        today: facts,
        limit: callListLimits.people,
      }),
  })

  routeVersioned(app, listWrongNumbers, {
    db,
    reads,
    answer: async ({ visible }) => ({ wrongNumbers: await readWrongNumbers(visible) }),
  })

  route(app, openCallList, ({ body, user, scope, audit }) =>
    inTransaction(db, async (tx) => {
      const { id, isNew } = await openList(tx, body, { user, scope })
      const subject = `call-list:${id}`
      if (isNew) await audit(tx, 'call-list.create', { subject, details: { ...body } })
      return { id }
    }),
  )

  route(app, updateCallList, async ({ params: { id }, body: { wanted }, scope }) => {
    await setWanted(db, id, wanted, scope)
    return { message: 'Number of people set' }
  })

  route(app, setCallOutcome, async ({ params, body, user, scope }) => {
    const note = { listId: params.id, volunteerId: params.volunteerId, outcome: body.outcome }
    await recordOutcome(db, note, { by: fullName(user), scope })
    return { message: 'Outcome noted' }
  })

  route(app, deleteCallList, async ({ params: { id }, scope, audit }) => {
    await inTransaction(db, async (tx) => {
      const { kind, place, day, timeSlot } = await deleteList(tx, id, scope)
      const details = { kind, place, day, timeSlot }
      await audit(tx, 'call-list.delete', { subject: `call-list:${id}`, details })
    })
    return { message: 'Call list deleted' }
  })

  route(app, copyCallListContacts, async ({ params: { id }, query: { of }, scope, audit }) => {
    const visible = within(db, scope)
    const isTrainingKnown = await readIsTrainingKnown(db)
    const { fitting } = await readCallList(visible, id, { isTrainingKnown, today: today() })
    const wrong = new Set((await readWrongNumbers(visible)).map(({ volunteerId }) => volunteerId))
    const copied = collectContacts(
      fitting.people.map((person) => ({
        ...person,
        hasWrongNumber: wrong.has(person.volunteerId ?? ''),
      })),
      of,
    )
    const details = { format: of, people: fitting.total }
    await audit(db, 'call-list.export', { subject: `call-list:${id}`, details })
    return copied
  })

  for (const [format, endpoint] of formats) {
    route(app, endpoint, async ({ params: { id }, user, scope, reply, audit }) => {
      const visible = within(db, scope)
      const isTrainingKnown = await readIsTrainingKnown(db)
      const details = await readCallList(visible, id, { isTrainingKnown, today: today() })
      const { fitting, others, gone, list } = details
      const people = fitting.total + others.total + gone.length
      const note = { subject: `call-list:${id}`, details: { format, people } }
      await audit(db, 'call-list.export', note)
      const name = downloadName('Call-List', format, list.day)
      const lines = callListLines(visible, details, { user, scope })
      return sendTable(reply, format, name, 'Call list', lines)
    })
  }
}

/** Which lists are past depends on the day. */
function today(): string {
  return localDay(Date.now())
}

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
async function* callListLines(
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
