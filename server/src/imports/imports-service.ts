import { randomUUID } from 'node:crypto'
import type { Role } from '@dashboard/contract/account-inputs'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { type ImportDetail, ImportGuard, type ImportOutdated } from '@dashboard/contract/imports'
import { fromJson, fromJsonOr, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit, type Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { describeOutdated, findChangedVolunteers } from '@dashboard/store/imports/changed-since'
import { insertImport } from '@dashboard/store/imports/insert-import'
import { fullName } from '../http/access-guard.ts'
import { AppError, conflict, notFound, roleRefused } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import type { WorkflowEngine } from '../workflows/engine.ts'
import { queue, refuseActiveImport, type Starter } from '../workflows/start-workflow.ts'
import { findImport, type ListedImport, statusOf, toListEntry } from './imports-queries.ts'
import type { SheetWatch } from './sheet-watch.ts'

export interface ImportsDependencies {
  db: Db
  engine: WorkflowEngine
  sheetWatch: SheetWatch
}

type User = Starter & { role: Role }

/** One import, as who reads this database may see it; throws 404. */
export async function requireImport(db: ScopedDb, id: string): Promise<ListedImport> {
  const row = await findImport(db, id)
  if (!row) throw notFound('Import')
  return row
}

/**
 * An import with what has changed since it was planned, which names volunteers of all circuits and so is not for a
 * limited user, who applies nothing.
 */
export async function describeImport(
  dependencies: Pick<ImportsDependencies, 'db' | 'sheetWatch'>,
  row: ListedImport,
  scope: Scope,
): Promise<ImportDetail> {
  return {
    ...toListEntry(row),
    source: row.source,
    guard: guardOf(row),
    warnings: fromJsonOr(row.warnings, []),
    outdated: scope.circuits === null ? await findOutdated(dependencies, row) : null,
  }
}

function guardOf({ guard }: ListedImport): ImportGuard | null {
  return guard === null ? null : ImportGuard.parse(fromJson(guard))
}

/**
 * What has changed since the plan was made (docs/imports.md#when-a-review-is-outdated); `null` when nothing has,
 * and where there is no plan that could be applied.
 */
async function findOutdated(
  { db, sheetWatch }: Pick<ImportsDependencies, 'db' | 'sheetWatch'>,
  row: ListedImport,
): Promise<ImportOutdated | null> {
  const status = statusOf(row)
  if (status !== 'ready' && status !== 'stopped') return null
  const found = fromJsonOr<ImportOutdated | null>(row.outdated, null)
  const isSheetChanged = row.sourceImportId === null ? await sheetWatch.isChanged(row) : false
  const outdated: ImportOutdated = {
    ...(await findChangedVolunteers(db, row)),
    isSheetChanged: isSheetChanged ?? found?.isSheetChanged ?? false,
    isOtherwiseChanged: row.planKey === null || (found?.isOtherwiseChanged ?? false),
  }
  return describeOutdated(outdated) === undefined ? null : outdated
}

interface ReviewInput {
  source?: string | undefined
  withExport?: boolean | undefined
}

/**
 * Queues a review, and the export that it waits for. Throws 403 for going back by somebody who is no administrator,
 * 404 and 409 for an import that one cannot go back to, and 409 while an import is active.
 */
export async function startReview(
  dependencies: ImportsDependencies & { audit: Audit<'import.review'> },
  user: User,
  { source, withExport = false }: ReviewInput,
) {
  const { db } = dependencies
  if (source !== undefined) {
    if (user.role !== 'admin') throw roleRefused()
    if (withExport)
      throw new AppError(400, 'Going back reads no sheet, so there is nothing to export.')
    if (!toListEntry(await requireImport(within(db, everyCircuit), source)).isRestorable) {
      throw conflict('The rows of this import are no longer kept. Choose a later one.')
    }
  }
  const jobId = randomUUID()
  const importId = randomUUID()
  const exportJobId = withExport ? randomUUID() : null
  const review = { id: jobId, type: 'review' as const, importId }
  const jobs = exportJobId
    ? [
        { id: exportJobId, type: 'export' as const },
        { ...review, dependsOn: exportJobId },
      ]
    : [review]
  await queue(dependencies, user, jobs, async (tx) => {
    await refuseActiveImport(tx)
    await insertImport(tx, {
      id: importId,
      kind: source === undefined ? 'review' : 'restore',
      planJobId: jobId,
      createdBy: fullName(user),
      ...(source !== undefined && { sourceImportId: source }),
    })
    const details = {
      jobId,
      ...(source !== undefined && { source }),
      ...(exportJobId && { exportJobId }),
    }
    await dependencies.audit(tx, 'import.review', { subject: `import:${importId}`, details })
  })
  return { jobId, importId, exportJobId }
}

/**
 * Queues the import of exactly what a review has shown. Throws 404, 403 for going back by somebody who is no
 * administrator, and 409 for what cannot be applied, is outdated, or waits for a confirmation.
 */
export async function startApply(
  dependencies: ImportsDependencies & { audit: Audit<'import.apply'> },
  user: User,
  { id, removals }: { id: string; removals: number | undefined },
) {
  const { db } = dependencies
  const row = await requireImport(within(db, everyCircuit), id)
  requirePlan(row)
  if (row.sourceImportId !== null && user.role !== 'admin') throw roleRefused()
  const outdated = await findOutdated(dependencies, row)
  if (outdated) throw conflict(describeOutdated(outdated) ?? '')
  const guard = confirmRemoval(guardOf(row), user, removals)
  const jobId = randomUUID()
  await queue(dependencies, user, [{ id: jobId, type: 'import', importId: id }], async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ applyJobId: jobId, guard: toJson(guard) })
      .where('id', '=', id)
      .where('state', 'in', ['ready', 'stopped'])
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw alreadyImported()
    const details = { jobId, ...(guard?.isStopped && { removals: guard.removals }) }
    await dependencies.audit(tx, 'import.apply', { subject: `import:${id}`, details })
  })
  return { jobId, importId: id }
}

function requirePlan(row: ListedImport): void {
  switch (statusOf(row)) {
    case 'ready':
    case 'stopped':
      return
    case 'completed':
      throw alreadyImported()
    case 'failed':
      throw conflict('Review again: this review did not come to an end.')
    case 'queued':
    case 'running':
      throw conflict('A job is still working on these changes. Wait until it ends.')
  }
}

function alreadyImported(): AppError {
  return conflict('These changes have been imported already.')
}

/** The guard with the administrator who confirms it; throws 409 naming the number that has to be confirmed. */
function confirmRemoval(
  guard: ImportGuard | null,
  user: User,
  removals: number | undefined,
): ImportGuard | null {
  if (!guard?.isStopped || guard.confirmedBy !== null) return guard
  const volunteers = countOf(guard.removals, 'volunteer')
  if (removals === undefined || user.role !== 'admin') {
    throw conflict(
      `This import would remove ${volunteers}. An administrator has to confirm it with the number ${guard.removals}.`,
    )
  }
  if (removals !== guard.removals) {
    throw conflict(`This import would remove ${volunteers}, not ${formatCount(removals)}.`)
  }
  return { ...guard, confirmedBy: fullName(user) }
}
