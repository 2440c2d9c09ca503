import { ImportTotals } from '@dashboard/contract/automation'
import { fromJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'
import { closeConditions } from './conditions.ts'
import { insertNotice } from './insert-notice.ts'

export const noticedColumns = [
  'id',
  'type',
  'status',
  'failureKind',
  'targets',
  'reportsMade',
  'createdById',
] as const

type EndedJob = Pick<JobRow, (typeof noticedColumns)[number]>

/**
 * Inserts what is to be told about a job that has ended, in the transaction of its end
 * (docs/notices.md#what-is-told).
 */
export async function recordJobNotices(tx: Db, job: EndedJob, outcome: unknown): Promise<void> {
  // Whoever asked for a review or a list waits for it, and nothing has changed for anybody else.
  if (job.type === 'review' || job.type === 'volunteer-list') return
  if (job.type !== 'export' && job.type !== 'import') return recordReports(tx, job)
  if (job.status === 'failed') return recordFailure(tx, job, job.type)
  if (job.type === 'export') return recordExport(tx, job)
  return recordImport(tx, job, outcome)
}

/** Who cancels knows it, and an import whose export failed is told by the export. */
function isToldElsewhere({ failureKind }: EndedJob): boolean {
  return failureKind === 'cancelled' || failureKind === 'dependency'
}

async function recordFailure(tx: Db, job: EndedJob, step: 'export' | 'import'): Promise<void> {
  if (isToldElsewhere(job)) return
  const { failureKind } = job
  const common = { cause: `job:${job.id}`, actorId: job.createdById }
  if (failureKind === 'guard') {
    await insertNotice(tx, {
      ...common,
      facts: { kind: 'import-guard', importId: await findImport(tx, job.id) },
      condition: 'import-guard',
    })
    return
  }
  const facts = { kind: 'sync-failed', step, failureKind: failureKind ?? 'other' } as const
  await insertNotice(tx, { ...common, facts, condition: step })
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
  if (data !== undefined && data.skipped > 0) {
    const { skipped, rows } = data
    const importId = await findImport(tx, id)
    const facts = { kind: 'rows-skipped', skipped, rows, importId } as const
    await insertNotice(tx, { facts, cause: `skipped:${id}`, actorId })
  }
  const closed = await closeConditions(tx, ['import', 'import-guard', 'data-age'])
  if (closed.length === 0) return
  const what = closed.some((name) => name !== 'data-age') ? 'import' : 'data'
  await insertNotice(tx, { facts: { kind: 'recovered', what }, cause: `recovered:${id}`, actorId })
}

/** What the job has imported or was stopped from importing, as the history of imports has it. */
async function findImport(tx: Db, jobId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('imports')
    .select('id')
    .where(({ or }) => or({ planJobId: jobId, applyJobId: jobId }))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** For who asked for them; for everybody where nobody did, such as after a scheduled import. */
async function recordReports(tx: Db, job: EndedJob): Promise<void> {
  if (isToldElsewhere(job)) return
  const { id, createdById, reportsMade: made } = job
  const targets = fromJson<string[]>(job.targets)
  const facts =
    job.status === 'completed'
      ? ({ kind: 'reports-ready', targets, made } as const)
      : ({ kind: 'reports-failed', total: targets.length, made } as const)
  if (facts.kind === 'reports-ready' && made === 0) return
  await insertNotice(tx, {
    facts,
    cause: `job:${id}`,
    actorId: createdById,
    audienceId: createdById,
  })
}
