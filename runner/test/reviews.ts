import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { insertImport } from '@dashboard/store/imports/insert-import'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { importSheet } from '../src/import/import-sheet.ts'
import { reviewSheet } from '../src/import/review-sheet.ts'
import { readEverything } from './imports.ts'
import { startJob } from './job.ts'

export type ImportWorld = Awaited<ReturnType<typeof startWorld>>

/** Creates a database, a file store and a sheet that imports and reviews share, as on a server. */
export async function startWorld({ maxRemoval = 0.5 } = {}) {
  const db = await freshDatabase()
  const folder = await temporaryFolder()
  const path = join(folder, 'volunteers.csv')
  const variables = { DATA_DIR: folder, SPREADSHEET: `file:${path}` }
  const settings = { ...readSettings(variables), importMaxRemoval: maxRemoval }
  const run = async <T>(
    job: { type: 'import' | 'review'; importId?: string },
    work: (context: Awaited<ReturnType<typeof startJob>>['context']) => Promise<T>,
  ) => {
    const { context, log, end } = await startJob(db, job, settings)
    try {
      return { log, jobId: context.job.id, outcome: await work(context) }
    } finally {
      await end()
    }
  }
  /** Plans going back to an import. */
  const goBack = async (sourceImportId: string) => {
    const kind = 'restore'
    const planJobId = 'of no job'
    const importId = await insertImport(db, { kind, planJobId, createdBy: null, sourceImportId })
    return run({ type: 'review', importId }, reviewSheet)
  }
  return {
    db,
    settings,
    folder,
    setSheet: (csv: string) => writeFile(path, csv),
    /** Imports the present sheet. */
    importNow: () => run({ type: 'import' }, importSheet),
    /** Plans an import of the sheet, or going back to an import; returns the review's id. */
    async review(sourceImportId?: string): Promise<string> {
      if (sourceImportId === undefined) {
        return (await run({ type: 'review' }, reviewSheet)).outcome.importId
      }
      return (await goBack(sourceImportId)).outcome.importId
    },
    goBack,
    /** Applies a review by a job that was queued for it, as the server queues one. */
    apply: (importId: string) =>
      run({ type: 'import', importId }, async (context) => {
        await db
          .updateTable('imports')
          .set({ applyJobId: context.job.id })
          .where('id', '=', importId)
          .where('state', '!=', 'completed')
          .execute()
        return importSheet(context)
      }),
    /** Applies a review by a job that it was not given to. */
    applyByAnother: (importId: string) => run({ type: 'import', importId }, importSheet),
  }
}

export async function readImport(db: Db, id: string): Promise<ImportRow> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function listCompleted(db: Db): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('state', '=', 'completed')
    .orderBy('number', 'desc')
    .execute()
}

export function readChanges(db: Db, importId: string) {
  return db
    .selectFrom('import_changes')
    .selectAll()
    .where('importId', '=', importId)
    .orderBy('nameKey')
    .orderBy('id')
    .execute()
}

/** Returns the contents of the tables without ids and instants, which differ between imports. */
export async function contentOf(db: Db): Promise<string[]> {
  const tables = await readEverything(db)
  const names = new Map<unknown, unknown>()
  for (const row of Object.values(tables).flat()) {
    names.set(row.id, row.locustId ?? row.name ?? row.firstName)
  }
  const ignored = ['id', 'createdAt', 'updatedAt', 'assignedAt', 'lastUpdated']
  return Object.entries(tables)
    .flatMap(([table, rows]) =>
      rows.map((row) => {
        const said = Object.entries(row).filter(([column]) => !ignored.includes(column))
        const named = said.map(([column, value]) => [column, names.get(value) ?? value])
        return `${table} ${JSON.stringify(named)}`
      }),
    )
    .sort()
}
