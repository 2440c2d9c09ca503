import { easternDay } from '@dashboard/contract/eastern-time'
import { productShortName } from '@dashboard/contract/limits'
import {
  exportVolunteersCsv,
  exportVolunteersXlsx,
  type VolunteerFilter,
  type VolunteerQuery,
} from '@dashboard/contract/volunteers'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { fullName, type SignedInUser } from '../http/access-guard.ts'
import { route } from '../http/endpoint-routes.ts'
import { readCursor } from '../http/page-cursor.ts'
import { sendCsv, sendXlsx } from '../http/table-file.ts'
import type { VolunteerIndex } from './build-index.ts'
import { findVolunteers } from './find-volunteers.ts'
import { placeColumns, takeInOrder } from './order-volunteers.ts'
import { volunteerLines } from './volunteer-lines.ts'
import { placesOf } from './volunteer-places.ts'
import type { VolunteerScope } from './volunteer-scope.ts'

interface Asking {
  scope: Scope
  user: SignedInUser
  format: 'csv' | 'xlsx'
}

/** The list of volunteers as files (docs/volunteers.md#export). */
export function volunteerExportRoutes(
  app: FastifyInstance,
  { db, readIndex }: { db: Db; readIndex: () => Promise<VolunteerIndex> },
): void {
  const prepare = async (query: VolunteerQuery, { scope, user, format }: Asking) => {
    const chosen = choose(await readIndex(), query, scope)
    const by = `${fullName(user)} (${user.username})`
    const volunteers = chosen.numbers.length
    const details = { format, volunteers, ...filterFacts(chosen.filter) }
    return { lines: volunteerLines(within(db, scope), { ...chosen, scope, by }), note: { details } }
  }

  route(app, exportVolunteersCsv, async ({ query = {}, user, scope, reply, audit }) => {
    const { lines, note } = await prepare(query, { scope, user, format: 'csv' })
    await audit(db, 'volunteers.export', note)
    return sendCsv(reply, fileName('csv'), lines)
  })

  route(app, exportVolunteersXlsx, async ({ query = {}, user, scope, reply, audit }) => {
    const { lines, note } = await prepare(query, { scope, user, format: 'xlsx' })
    await audit(db, 'volunteers.export', note)
    return sendXlsx(reply, fileName('xlsx'), 'Volunteers', lines)
  })
}

/** Whom the parameters leave, in the order of the list; all of them unless `limit` says otherwise. */
function choose(index: VolunteerIndex, query: VolunteerQuery, scope: VolunteerScope) {
  const { limit, cursor, sort = 'lastName', facets: _, ...filter } = query
  const after = readCursor({ list: 'volunteers', sort }, placeColumns, cursor)
  const { ranks } = findVolunteers(index, { filter, scope }, { withFacets: false })
  const numbers = takeInOrder(index, ranks, { sort, limit: limit ?? index.ids.length, after })
  return { filter, numbers, rows: { index, places: placesOf(index, scope), found: ranks } }
}

/** What was searched for may be a volunteer's name or number, which the audit log does not hold. */
function filterFacts({ q, slots, ...filter }: VolunteerFilter) {
  return {
    ...(q && { isSearched: true }),
    ...filter,
    ...(slots && { slots: slots.map(({ day, timeSlot }) => `${day} ${timeSlot}`) }),
  }
}

function fileName(ending: string): string {
  return `${productShortName}-Volunteers-${easternDay(Date.now())}.${ending}`
}
