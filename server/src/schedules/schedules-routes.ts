import * as contract from '@dashboard/contract/schedules'
import type { Db } from '@dashboard/store/database/open-database'
import { readSchedulePause } from '@dashboard/store/schedules/pause-schedules'
import type { FastifyInstance } from 'fastify'
import { route, routeVersioned } from '../http/endpoint-routes.ts'
import { listSchedules } from './schedules-queries.ts'
import * as service from './schedules-service.ts'

interface Dependencies {
  db: Db
  /** Whether a scheduled sync exports before it imports. */
  withExport: boolean
}

export function schedulesRoutes(app: FastifyInstance, { db, withExport }: Dependencies): void {
  routeVersioned(app, contract.listSchedules, {
    db,
    reads: ['schedules'],
    facts: () => ({ withExport }),
    answer: async ({ facts, visible }) => ({
      schedules: await listSchedules(visible),
      paused: await readSchedulePause(visible),
      ...facts,
    }),
  })

  route(app, contract.createSchedule, async ({ body, audit }) => ({
    schedule: await service.addSchedule({ db, audit }, body),
    message: 'The schedule was added.',
  }))

  route(app, contract.updateSchedule, async ({ params, body, audit }) => ({
    schedule: await service.editSchedule({ db, audit }, params.id, body),
    message: 'The schedule was changed.',
  }))

  route(app, contract.deleteSchedule, async ({ params, audit }) => {
    await service.deleteSchedule({ db, audit }, params.id)
    return { message: 'The schedule was deleted.' }
  })

  route(app, contract.resumeSchedules, async ({ audit }) => {
    await service.resumeSchedules({ db, audit })
    return { message: 'The schedules run again.' }
  })
}
