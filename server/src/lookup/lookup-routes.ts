import { getLookupOptions } from '@dashboard/contract/workflows'
import type { Db } from '@dashboard/store/database/open-database'
import { within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { readLookupOptions } from './lookup-queries.ts'

export function lookupRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, getLookupOptions, async ({ scope }) => readLookupOptions(within(db, scope)))
}
