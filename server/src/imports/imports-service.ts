import { randomUUID } from 'node:crypto'
import type { Role } from '@dashboard/contract/account-inputs'
import { countOf, formatCount } from '@dashboard/contract/counts'
import {
  asksForRemovals,
  type ImportDetail,
  ImportGuard,
  type ImportOutdated,
} from '@dashboard/contract/imports'
import { listTitles } from '@dashboard/contract/name-list'
import { fromJson, fromJsonOr, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit, type Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { describeOutdated, findChangedVolunteers } from '@dashboard/store/imports/changed-since'
import { insertImport } from '@dashboard/store/imports/insert-import'
import type { JobEngine } from '../engines/engine.ts'
import { fullName } from '../http/access-guard.ts'
import { AppError, conflict, notFound, roleRefused } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { queueJobs, refuseActiveImport, type Starter } from '../jobs/queue-jobs.ts'
import { findImport, type ListedImport, statusOf, toListEntry } from './imports-queries.ts'
import type { SheetWatch } from './sheet-watch.ts'

export interface ImportsDependencies {
  db: Db
  engine: JobEngine
  sheetWatch: SheetWatch
}

type User = Starter & { role: Role }

/** Returns one import as the caller may see it; throws 404. */
export async function requireImport(db: ScopedDb, id: string): Promise<ListedImport> {
  const row = await findImport(db, id)
  if (!row) throw notFound('Import')
  return row
}

/**
 * Returns an import with what has changed since it was planned. That names volunteers of all circuits, so a limited
 * user, who cannot apply an import, does not get it.
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
 * Returns what has changed since the plan was made (docs/imports.md#when-a-review-is-outdated); `null` when nothing
 * has, and when there is no plan that could be applied.
 */
async function findOutdated(
  { db, sheetWatch }: Pick<ImportsDependencies, 'db' | 'sheetWatch'>,
  row: ListedImport,
): Promise<ImportOutdated | null> {
  const status = statusOf(row)
  if (status !== 'ready' && status !== 'stopped') return null
  const found = fromJsonOr<ImportOutdated | null>(row.outdated, null)
  const isOfSheet = row.sourceImportId === null && row.uploadedName === null
  const isSheetChanged = isOfSheet ? await sheetWatch.isChanged(row) : false
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
 * Queues a review, and the export that it waits for. Throws 403 when a user who is no administrator would go back, 404
 * and 409 for an import that one cannot go back to, and 409 while an import is active.
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
  await queueJobs(dependencies, user, jobs, async (tx) => {
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
 * Queues the import of exactly the changes that a review has shown. Throws 404, 403 when a user who is no administrator
 * would go back, and 409 for a review that cannot be applied, is outdated, or waits for a confirmation.
 */
export async function startApply(
  dependencies: ImportsDependencies & { audit: Audit<'import.apply'> },
  user: User,
  { id, ...confirmed }: { id: string } & Confirmation,
) {
  const { db } = dependencies
  const row = await requireImport(within(db, everyCircuit), id)
  requirePlan(row)
  if (row.sourceImportId !== null && user.role !== 'admin') throw roleRefused()
  const outdated = await findOutdated(dependencies, row)
  if (outdated) throw conflict(describeOutdated(outdated) ?? '')
  const guard = confirmGuard(guardOf(row), user, confirmed)
  const jobId = randomUUID()
  await queueJobs(dependencies, user, [{ id: jobId, type: 'import', importId: id }], async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ applyJobId: jobId, guard: toJson(guard) })
      .where('id', '=', id)
      .where('state', 'in', ['ready', 'stopped'])
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw alreadyImported()
    const details = { jobId, ...(guard?.isStopped && numbersAskedBy(guard)) }
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

/** The numbers with which an administrator confirms the guard's question. */
interface Confirmation {
  removals?: number | undefined
  erasures?: number | undefined
}

function numbersAskedBy(guard: ImportGuard): Confirmation {
  return {
    ...(asksForRemovals(guard) && { removals: guard.removals }),
    ...(guard.columns.length > 0 && { erasures: guard.erasures }),
  }
}

/** Returns the guard with the administrator who confirms it; throws 409 naming the numbers that must be confirmed. */
function confirmGuard(
  guard: ImportGuard | null,
  user: User,
  confirmed: Confirmation,
): ImportGuard | null {
  if (!guard?.isStopped || guard.confirmedBy !== null) return guard
  const asked = numbersAskedBy(guard)
  const names = Object.keys(asked) as (keyof Confirmation)[]
  const consequence = names.map((name) => consequences[name](guard)).join(' and ')
  if (user.role !== 'admin' || names.some((name) => confirmed[name] === undefined)) {
    const numbers = Object.values(asked).join(' and ')
    throw conflict(
      `This import would ${consequence}. An administrator has to confirm it with the ${names.length === 1 ? 'number' : 'numbers'} ${numbers}.`,
    )
  }
  const wrong = names.find((name) => confirmed[name] !== asked[name])
  if (wrong !== undefined) {
    const number = formatCount(confirmed[wrong] ?? 0)
    throw conflict(`This import would ${consequences[wrong](guard)}, not ${number}.`)
  }
  return { ...guard, confirmedBy: fullName(user) }
}

const consequences: Record<keyof Confirmation, (guard: ImportGuard) => string> = {
  removals: ({ removals }) => `remove ${countOf(removals, 'volunteer')}`,
  erasures: ({ erasures, columns }) =>
    `erase ${countOf(erasures, 'value')} of ${listTitles(columns.map(({ column }) => column))}`,
}
