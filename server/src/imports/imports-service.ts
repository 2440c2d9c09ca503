import { randomUUID, randomUUIDv7 } from 'node:crypto'
import {
  type ImportDetail,
  ImportGuard,
  type ImportOutdated,
  type reviewImport,
} from '@dashboard/contract/imports'
import { fromJson, fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit, type Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { hashFile } from '@dashboard/store/files/hash-file'
import { describeOutdated, findChangedVolunteers } from '@dashboard/store/imports/changed-since'
import { insertImport } from '@dashboard/store/imports/insert-import'
import type { Settings } from '@dashboard/store/settings/settings'
import type { z } from 'zod'
import type { JobEngine } from '../engines/job-engine.ts'
import { fullName, type SignedInUser } from '../http/access-check.ts'
import { AppError, conflict, notFound, roleRefused } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { queueJobs } from '../jobs/queue-jobs.ts'
import type { Confirmation } from '../jobs/require-may-start.ts'
import {
  findBefore,
  findListedImport,
  type ListedImport,
  statusOf,
  toListEntry,
} from './imports-queries.ts'

export interface ImportsDependencies {
  db: Db
  engine: JobEngine
  spreadsheet: Settings['spreadsheet']
}

/** Returns one import as the caller may see it; throws 404. */
export async function requireImport(db: ScopedDb, id: string): Promise<ListedImport> {
  const row = await findListedImport(db, id)
  if (!row) throw notFound('Import')
  return row
}

/**
 * Returns an import with what has changed since it was planned. That names volunteers of all circuits, so a limited
 * user, who cannot apply an import, does not get it.
 */
export async function describeImport(
  dependencies: Pick<ImportsDependencies, 'db' | 'spreadsheet'>,
  row: ListedImport,
  scope: Scope,
): Promise<ImportDetail> {
  return {
    ...toListEntry(row),
    source: row.source,
    guard: guardOf(row),
    warnings: fromJsonOr(row.warnings, []),
    outdated: scope.circuits === null ? await findOutdated(dependencies, row) : null,
    isUndoable: (await findBefore(within(dependencies.db, scope), row)) !== undefined,
  }
}

/**
 * Returns the guard's findings. A confirmation counts for the job that it was given to, and not once that has failed.
 */
function guardOf(row: ListedImport): ImportGuard | null {
  if (row.guard === null) return null
  const guard = ImportGuard.parse(fromJson(row.guard))
  return statusOf(row) === 'stopped' ? { ...guard, confirmedBy: null } : guard
}

/**
 * Returns what has changed since the plan was made (docs/imports.md#when-a-review-is-outdated); `null` when nothing
 * has, and when there is no plan that could be applied.
 */
async function findOutdated(
  dependencies: Pick<ImportsDependencies, 'db' | 'spreadsheet'>,
  row: ListedImport,
): Promise<ImportOutdated | null> {
  const status = statusOf(row)
  if (status !== 'ready' && status !== 'stopped') return null
  const found = fromJsonOr<ImportOutdated | null>(row.outdated, null)
  const isOfSheet = row.sourceImportId === null && row.uploadedName === null
  const isOther = isOfSheet && (await isSheetChanged(dependencies.spreadsheet, row.fileHash))
  const outdated: ImportOutdated = {
    ...(await findChangedVolunteers(dependencies.db, row)),
    isSheetChanged: isOther ?? found?.isSheetChanged ?? false,
    isOtherwiseChanged: row.planKey === null || (found?.isOtherwiseChanged ?? false),
  }
  return describeOutdated(outdated) === undefined ? null : outdated
}

/**
 * Whether the sheet's file has other bytes than when it was reviewed; `undefined` when only a job can tell, since the
 * spreadsheet is not a file on this machine.
 */
async function isSheetChanged(
  spreadsheet: Settings['spreadsheet'],
  reviewedHash: string | null,
): Promise<boolean | undefined> {
  if (spreadsheet.kind === 'google') return undefined
  return (await hashFile(spreadsheet.path)) !== reviewedHash
}

/**
 * Queues a review, and the export that it waits for. Throws 403 when a user who is not an administrator would go back,
 * 404 and 409 for an import that one cannot go back to, and 409 while an import is active.
 */
export async function startReview(
  dependencies: ImportsDependencies & { audit: Audit<'import.review'> },
  user: SignedInUser,
  { source: asked, undo, withExport = false }: z.infer<NonNullable<typeof reviewImport.body>>,
) {
  const { db } = dependencies
  if (asked !== undefined && undo !== undefined)
    throw new AppError(400, 'An import is undone, or gone back to; not both at once.')
  if (undo !== undefined && user.role !== 'admin') throw roleRefused()
  const source = undo === undefined ? asked : await findSourceOfUndo(db, undo)
  if (source !== undefined) {
    if (user.role !== 'admin') throw roleRefused()
    if (withExport)
      throw new AppError(400, 'Going back reads no sheet, so there is nothing to export.')
    if (!toListEntry(await requireImport(within(db, everyCircuit), source)).isRestorable) {
      throw conflict('The rows of this import are no longer kept. Choose a later one.')
    }
  }
  const jobId = randomUUID()
  const importId = randomUUIDv7()
  const exportJobId = withExport ? randomUUID() : null
  const review = {
    id: jobId,
    type: 'review' as const,
    importId,
    dependsOn: exportJobId ?? undefined,
  }
  const jobs = exportJobId ? [{ id: exportJobId, type: 'export' as const }, review] : [review]
  await queueJobs(dependencies, user, jobs, {
    prepare: async (tx) => {
      await insertImport(tx, {
        id: importId,
        kind: source === undefined ? 'review' : 'restore',
        planJobId: jobId,
        createdBy: fullName(user),
        sourceImportId: source,
        undoneImportId: undo,
      })
    },
    audit: (tx) => {
      const details = { jobId, source, undoes: undo, exportJobId: exportJobId ?? undefined }
      return dependencies.audit(tx, 'import.review', { subject: `import:${importId}`, details })
    },
  })
  return { jobId, importId, exportJobId }
}

/** Returns the import before the one to undo. Throws 404, and 409 when there is none to go back to. */
async function findSourceOfUndo(db: Db, undo: string): Promise<string> {
  const visible = within(db, everyCircuit)
  const source = await findBefore(visible, await requireImport(visible, undo))
  if (source !== undefined) return source
  throw conflict(
    'This import can no longer be undone: another one has followed, or the rows of the one before it are not kept.',
  )
}

/**
 * Queues the import of exactly the changes that a review has shown. Throws 404, 403 when a user who is not an
 * administrator would go back, and 409 for a review that cannot be applied, is outdated, or waits for a confirmation.
 */
export async function startApply(
  dependencies: ImportsDependencies & { audit: Audit<'import.apply' | 'import.undo'> },
  user: SignedInUser,
  { id, ...confirmed }: { id: string } & Confirmation,
) {
  const { db } = dependencies
  const row = await requireImport(within(db, everyCircuit), id)
  const isUndo = row.undoneImportId !== null
  const outdated = await findOutdated(dependencies, row)
  if (outdated) throw conflict(describeOutdated(outdated) ?? '')
  const jobId = randomUUID()
  await queueJobs(dependencies, user, [{ id: jobId, type: 'import', importId: id }], {
    confirmed,
    audit: (tx, numbers) => {
      const details = { jobId, ...numbers }
      const action = isUndo ? 'import.undo' : 'import.apply'
      return dependencies.audit(tx, action, { subject: `import:${id}`, details })
    },
  })
  return { jobId, importId: id, isUndo }
}
