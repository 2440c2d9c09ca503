import { listImportRejects } from '@dashboard/contract/import-rejects'
import {
  applyImport,
  getImport,
  listImportChanges,
  listImports,
  reviewImport,
} from '@dashboard/contract/imports'
import { pageLimit } from '@dashboard/contract/limits'
import { within } from '@dashboard/store/database/scoped-database'
import { readCircuits } from '@dashboard/store/imports/import-places'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { readCursor, takePage } from '../http/page-cursor.ts'
import * as changes from './changes-queries.ts'
import * as queries from './imports-queries.ts'
import {
  describeImport,
  type ImportsDependencies,
  requireImport,
  startApply,
  startReview,
} from './imports-service.ts'

/** Adds the routes for reviews, imports and their history (docs/imports.md). */
export function importsRoutes(app: FastifyInstance, dependencies: ImportsDependencies): void {
  const { db } = dependencies
  listRoutes(app, dependencies)

  route(app, getImport, async ({ params, scope }) => {
    const visible = within(db, scope)
    const row = await requireImport(visible, params.id)
    const found = await describeImport(dependencies, row, scope)
    const circuits = await readCircuits(visible, row.id)
    return { import: found, isOutdated: found.outdated !== null, circuits }
  })

  route(app, reviewImport, async ({ user, body, audit }) => {
    const started = await startReview({ ...dependencies, audit }, user, body ?? {})
    const message = started.exportJobId
      ? 'The export is queued; the review follows when it completes.'
      : 'The review is queued.'
    return { ...started, message }
  })

  route(app, applyImport, async ({ params, user, body, audit }) => {
    const { isUndo, ...started } = await startApply({ ...dependencies, audit }, user, {
      ...body,
      id: params.id,
    })
    const message = isUndo
      ? 'The import is being undone.'
      : 'The import of these changes is queued.'
    return { ...started, message }
  })
}

function listRoutes(app: FastifyInstance, { db }: Pick<ImportsDependencies, 'db'>): void {
  route(app, listImports, async ({ query = {}, scope }) => {
    const visible = within(db, scope)
    const { limit = pageLimit.default, cursor, sort = '-createdAt', ...filter } = query
    const order = { list: 'imports', sort }
    const after = readCursor(order, 1, cursor)
    const page = { limit: limit + 1, isNewestFirst: sort === '-createdAt', after }
    const [rows, total] = await Promise.all([
      queries.listImports(visible, filter, page),
      queries.countImports(visible, filter),
    ])
    const { rows: shown, nextCursor } = takePage(rows, limit, order, ({ number }) => [number])
    return { imports: shown.map(queries.toListEntry), total, nextCursor }
  })

  route(app, listImportChanges, async ({ params, query = {}, scope }) => {
    const visible = within(db, scope)
    const { limit = pageLimit.default, cursor, sort = 'name', ...filter } = query
    const imported = await requireImport(visible, params.id)
    const order = { list: `import-changes ${imported.id}`, sort }
    const after = readCursor(order, 2, cursor)
    const page = { limit: limit + 1, isDescending: sort === '-name', after }
    const [rows, total] = await Promise.all([
      changes.listChanges(visible, imported, filter, page),
      changes.countChanges(visible, imported, filter),
    ])
    const shown = takePage(rows, limit, order, (row) => [row.nameKey, row.id])
    return { changes: shown.rows.map(changes.toChange), total, nextCursor: shown.nextCursor }
  })

  route(app, listImportRejects, async ({ params, query = {}, scope }) => {
    const visible = within(db, scope)
    const { limit = pageLimit.default, cursor, sort = 'row', ...filter } = query
    const { id } = await requireImport(visible, params.id)
    const order = { list: `import-rejects ${id}`, sort }
    const by = sort.endsWith('row') ? 'row' : 'congregation'
    const columns = changes.rejectOrders[by]
    const after = readCursor(order, columns.length, cursor)
    const page = { limit: limit + 1, isDescending: sort.startsWith('-'), after, order: by } as const
    const [rows, total] = await Promise.all([
      changes.listRejects(visible, id, filter, page),
      changes.countRejects(visible, id, filter),
    ])
    const shown = takePage(rows, limit, order, (row) => columns.map((column) => row[column]))
    return { rejects: shown.rows.map(changes.toReject), total, nextCursor: shown.nextCursor }
  })
}
