import { visibleSamples } from '@dashboard/contract/audited-values'
import * as contract from '@dashboard/contract/columns'
import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { positionsOf, readColumnMatches, titlesKey } from '@dashboard/store/columns/column-matches'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { FastifyInstance } from 'fastify'
import type { JobEngine } from '../engines/job-engine.ts'
import { route } from '../http/endpoint-routes.ts'
import { requestAborted } from '../http/error-handler.ts'
import { sendTable } from '../http/table-file.ts'
import * as matches from './column-matches.ts'
import { receiveSheet } from './receive-sheet.ts'
import { type DescribeSheet, readSheetHead } from './sheet-head.ts'
import { requireUpload, useUpload } from './start-upload-jobs.ts'

interface Dependencies {
  db: Db
  files: FileStore
  /** Runs imports of files, on this machine. */
  engine: JobEngine
  describeSheet: DescribeSheet
  dataDir: string
}

/** Adds the routes for sheets with titles of their own, and for uploaded files (docs/your-data.md). */
export function columnsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, describeSheet } = dependencies

  route(app, contract.uploadSheet, async ({ query, body, user, request }) => ({
    upload: await receiveSheet(dependencies, user, { name: query.name ?? '', body, request }),
  }))

  route(app, contract.describeColumns, async ({ query, user, reply }) => {
    const { upload, sheet, encoding, separator } = query
    const file = upload === undefined ? undefined : await requireUpload(db, user, upload)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(requestAborted()))
    const wanted = {
      upload: file && { id: file.id, name: file.name, encoding, separator },
      sheetName: sheet || undefined,
      userId: user.id,
      signal: gone.signal,
    }
    const head = await readSheetHead(describeSheet, wanted)
    const titles = head.columns.map(({ title }) => title)
    const storedMatch = await matches.findMatch(db, titlesKey(titles))
    // The columns of a stored match may have another order.
    const positions = storedMatch ? positionsOf(storedMatch.match, titles) : []
    const columns = head.columns.map((column, at) => ({
      ...column,
      samples: visibleSamples(column.samples, [
        column.title,
        head.proposal?.columns[at]?.use,
        storedMatch?.match.columns[positions.indexOf(at)]?.use,
      ]),
    }))
    return { head: { ...head, columns }, storedMatch: storedMatch ?? null }
  })

  route(app, contract.listColumnMatches, async () => ({ matches: await readColumnMatches(db) }))

  route(app, contract.saveColumnMatch, async ({ body, user, audit }) => {
    const storedMatch = await matches.saveMatch(db, { ...body, user }, audit)
    return {
      message: `Sheets with these titles are read as '${storedMatch.name}' from now on.`,
      storedMatch,
    }
  })

  route(app, contract.deleteColumnMatch, async ({ params, audit }) => {
    await matches.deleteMatch(db, params.key, audit)
    return { message: 'The match was forgotten.' }
  })

  route(app, contract.importUpload, async ({ params, body, user, audit }) => {
    const { jobId } = await useUpload(dependencies, user, {
      type: 'import',
      id: params.id,
      reading: body,
      audit(tx, { jobId, file }) {
        const details = { type: 'import', file }
        return audit(tx, 'job.start', { subject: `job:${jobId}`, details })
      },
    })
    return { jobId, message: 'The import is queued.' }
  })

  route(app, contract.reviewUpload, async ({ params, body, user, audit }) => {
    const started = await useUpload(dependencies, user, {
      type: 'review',
      id: params.id,
      reading: body,
      audit(tx, { jobId, importId, file }) {
        const details = { jobId, file }
        return audit(tx, 'import.review', { subject: `import:${importId}`, details })
      },
    })
    return { ...started, message: 'The review is queued.' }
  })

  route(app, contract.getSheetTemplate, async ({ reply }) =>
    sendTable(reply, 'xlsx', 'Volunteers.xlsx', 'Data_Import', [[...sheetColumns]]),
  )
}
