import { listImportRejects } from '@dashboard/contract/import-rejects'
import {
  applyImport,
  getImport,
  listImportChanges,
  listImports,
  reviewImport,
} from '@dashboard/contract/imports'
import { pageLimit } from '@dashboard/contract/limits'
import { countRows } from '@dashboard/store/database/count-rows'
import { within } from '@dashboard/store/database/scoped-database'
import { readCircuits } from '@dashboard/store/imports/import-places'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { readPage } from '../http/page-cursor.ts'
import * as changes from './changes-queries.ts'
import * as queries from './imports-queries.ts'
import {
  describeImport,
  type ImportsDependencies,
  requireImport,
  startApply,
  startReview,
} from './imports-service.ts'

export function importsRoutes(app: FastifyInstance, dependencies: ImportsDependencies): void {
  const { db } = dependencies

  route(app, listImports, async ({ query = {}, scope }) => {
    const { limit = pageLimit.default, cursor, sort = '-createdAt', ...filter } = query
    const chosen = queries.chooseImports(within(db, scope), filter)
    const [{ rows, nextCursor }, total] = await Promise.all([
      readPage(
        chosen,
        { list: 'imports', sort, columns: { number: 'integer' } },
        { limit, cursor },
      ),
      countRows(chosen),
    ])
    return { imports: rows.map(queries.toListEntry), total, nextCursor }
  })

  route(app, listImportChanges, async ({ params, query = {}, scope }) => {
    const visible = within(db, scope)
    const { limit = pageLimit.default, cursor, sort = 'name', ...filter } = query
    const imported = await requireImport(visible, params.id)
    const columns = { nameKey: 'text', id: 'bigInteger' } as const
    const order = { list: `import-changes ${imported.id}`, sort, columns }
    const [{ rows, nextCursor }, total] = await Promise.all([
      readPage(changes.chooseChanges(visible, imported, filter), order, { limit, cursor }),
      changes.countChanges(visible, imported, filter),
    ])
    return { changes: rows.map(changes.toChange), total, nextCursor }
  })

  route(app, listImportRejects, async ({ params, query = {}, scope }) => {
    const visible = within(db, scope)
    const { limit = pageLimit.default, cursor, sort = 'row', ...filter } = query
    const { id } = await requireImport(visible, params.id)
    const columns = changes.rejectOrders[sort.endsWith('row') ? 'row' : 'congregation']
    const chosen = changes.chooseRejects(visible, id, filter)
    const [{ rows, nextCursor }, total] = await Promise.all([
      readPage(chosen, { list: `import-rejects ${id}`, sort, columns }, { limit, cursor }),
      countRows(chosen),
    ])
    return { rejects: rows.map(changes.toReject), total, nextCursor }
  })

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
