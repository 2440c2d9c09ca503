import { getCoverage } from '@dashboard/contract/coverage'
import type { Db } from '@dashboard/store/database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { readCoverage } from './coverage-queries.ts'

export function coverageRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, getCoverage, async () => readCoverage(db))
}
