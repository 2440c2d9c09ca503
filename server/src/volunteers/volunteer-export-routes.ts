import { easternDay } from '@dashboard/contract/eastern-time'
import { productShortName } from '@dashboard/contract/limits'
import { exportVolunteersCsv, exportVolunteersXlsx } from '@dashboard/contract/volunteer-exports'
import type { VolunteerQuery } from '@dashboard/contract/volunteers'
import type { Db } from '@dashboard/store/database/open-database'
import { within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import type { FileMaker } from '../http/file-facts.ts'
import { sendCsv, sendXlsx } from '../http/table-file.ts'
import { type ChooseVolunteers, exportDetails } from './choose-volunteers.ts'
import { volunteerLines } from './volunteer-lines.ts'

interface Dependencies {
  db: Db
  choose: ChooseVolunteers
}

/** The list of volunteers as files (docs/volunteers.md#export). */
export function volunteerExportRoutes(app: FastifyInstance, { db, choose }: Dependencies): void {
  const prepare = async (query: VolunteerQuery, maker: Maker, format: 'csv' | 'xlsx') => {
    const chosen = await choose(query, maker.scope)
    const lines = volunteerLines(within(db, maker.scope), { ...chosen, ...maker })
    return { lines, note: { details: exportDetails(chosen, format) } }
  }

  route(app, exportVolunteersCsv, async ({ query = {}, user, scope, reply, audit }) => {
    const { lines, note } = await prepare(query, { scope, user }, 'csv')
    await audit(db, 'volunteers.export', note)
    return sendCsv(reply, volunteersFileName('csv'), lines)
  })

  route(app, exportVolunteersXlsx, async ({ query = {}, user, scope, reply, audit }) => {
    const { lines, note } = await prepare(query, { scope, user }, 'xlsx')
    await audit(db, 'volunteers.export', note)
    return sendXlsx(reply, volunteersFileName('xlsx'), 'Volunteers', lines)
  })
}

type Maker = FileMaker & { scope: Parameters<ChooseVolunteers>[1] }

export function volunteersFileName(ending: string): string {
  return `${productShortName}-Volunteers-${easternDay(Date.now())}.${ending}`
}
