import { createHash } from 'node:crypto'
import { ImportTotals } from '@dashboard/contract/automation'
import { ImportGuard } from '@dashboard/contract/imports'
import { isReportJob } from '@dashboard/contract/jobs'
import { localDay } from '@dashboard/contract/local-time'
import { fromJson, nowIso, toJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import type { ImportRow } from '../database/schema.ts'
import { readStoredValue, saveStoredValue } from '../database/stored-values.ts'
import { closeConditions } from './conditions.ts'
import { type EndedJob, needsNoNotice } from './ended-job.ts'
import { insertNotice } from './insert-notice.ts'
import { recordReports } from './record-report-notices.ts'

/** Inserts the notices about a job that has ended, in the transaction of its end. */
export async function recordJobNotices(tx: Db, job: EndedJob, outcome: unknown): Promise<void> {
  if (isReportJob(job)) return recordReports(tx, job)
  // The user who requested a review or a list waits for it, and nothing has changed for anybody else.
  if (job.type !== 'export' && job.type !== 'import') return
  if (job.status === 'failed') return recordFailure(tx, job, job.type)
  if (job.type === 'export') return recordExport(tx, job)
  return recordImport(tx, job, outcome)
}

async function recordFailure(tx: Db, job: EndedJob, step: 'export' | 'import'): Promise<void> {
  if (needsNoNotice(job)) return
  const { failureKind } = job
  const common = { cause: `job:${job.id}`, actorId: job.createdById }
  if (failureKind === 'guard') {
    await insertNotice(tx, {
      ...common,
      facts: { kind: 'import-guard', importId: (await findImportOfJob(tx, job.id))?.id ?? null },
      condition: 'import-guard',
    })
    return
  }
  const facts = {
    kind: 'sync-failed',
    step,
    failureKind: failureKind ?? 'other',
    reason: failureKind === 'outside-system' ? firstSentence(job.error) : undefined,
  } as const
  await insertNotice(tx, { ...common, facts, condition: step })
}

/**
 * Returns what has failed, as pages say it; nothing where that names a setting, which people who run no server see,
 * too.
 */
function firstSentence(error: string | null): string | undefined {
  const [sentence] = /^.+?\.(?=\s|$)/.exec(error ?? '') ?? []
  return sentence === undefined || /[A-Z]_[A-Z]/.test(sentence) ? undefined : sentence
}

async function recordExport(tx: Db, { id, createdById: actorId }: EndedJob): Promise<void> {
  const closed = await closeConditions(tx, ['export'])
  if (closed.length === 0) return
  const facts = { kind: 'recovered', what: 'export' } as const
  await insertNotice(tx, { facts, cause: `recovered:${id}`, actorId })
}

async function recordImport(tx: Db, job: EndedJob, outcome: unknown): Promise<void> {
  const { id, createdById: actorId } = job
  const { totals } = (outcome ?? {}) as { totals?: unknown }
  const { data } = ImportTotals.safeParse(totals)
  if (data !== undefined) await recordSkipped(tx, job, data)
  await recordReplaced(tx, job)
  const closed = await closeConditions(tx, ['import', 'import-guard', 'data-age'])
  if (closed.length === 0) return
  const what = closed.some((name) => name !== 'data-age') ? 'import' : 'data'
  await insertNotice(tx, { facts: { kind: 'recovered', what }, cause: `recovered:${id}`, actorId })
}

/**
 * Rows that were last reported, and in which month in the zone of the installation; `null` while no rows are skipped.
 */
type NotifiedRows = { digest: string; month: string } | null

/**
 * Reports skipped rows. The same rows, skipped for the same reasons, are reported once, and again in the next month.
 */
async function recordSkipped(
  tx: Db,
  { id, createdById: actorId }: EndedJob,
  { skipped, rows }: ImportTotals,
): Promise<void> {
  const notified = (await readStoredValue<NotifiedRows>(tx, 'notified-skipped-rows')) ?? null
  if (skipped === 0) {
    if (notified !== null) await saveStoredValue(tx, 'notified-skipped-rows', null)
    return
  }
  const imported = await findImportOfJob(tx, id)
  const digest = await digestSkipped(tx, skipped, imported)
  const month = localDay(nowIso()).slice(0, 7)
  if (notified?.digest === digest && notified.month === month) return
  await saveStoredValue(tx, 'notified-skipped-rows', { digest, month })
  const facts = { kind: 'rows-skipped', skipped, rows, importId: imported?.id ?? null } as const
  await insertNotice(tx, { facts, cause: `skipped:${id}`, actorId })
}

/** Notifies administrators that most values were replaced, unless the guard has asked one of them. */
async function recordReplaced(tx: Db, { id, createdById: actorId }: EndedJob): Promise<void> {
  const imported = await findImportOfJob(tx, id)
  if (!imported?.guard || imported.kind === 'restore') return
  const { replaced, replacements } = ImportGuard.parse(fromJson(imported.guard))
  if (replaced.length === 0 || replacements > 0) return
  const facts = { kind: 'values-replaced', replaced, importId: imported.id } as const
  await insertNotice(tx, { facts, cause: `replaced:${id}`, actorId, isForAdmins: true })
}

/** Returns a digest that is equal for the same rows and reasons, wherever the rows are in the sheet. */
async function digestSkipped(
  tx: Db,
  skipped: number,
  imported: { id: string } | undefined,
): Promise<string> {
  const rejects = await tx
    .selectFrom('import_rejects')
    .select('identity')
    .where('importId', '=', imported?.id ?? '')
    .execute()
  const identities = rejects.map(({ identity }) => identity).sort()
  const content = toJson([skipped, identities])
  return createHash('sha256').update(content).digest('base64url')
}

/** Returns the history entry of the import that the job wrote or that the guard stopped. */
async function findImportOfJob(
  tx: Db,
  jobId: string,
): Promise<Pick<ImportRow, 'id' | 'kind' | 'guard'> | undefined> {
  return tx
    .selectFrom('imports')
    .select(['id', 'kind', 'guard'])
    .where(({ or }) => or({ planJobId: jobId, applyJobId: jobId }))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}
