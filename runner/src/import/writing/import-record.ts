import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { insertImport } from '@dashboard/store/imports/insert-import'
import type { ClaimedJob } from '../../job-context.ts'
import { JobError } from '../../job-errors.ts'

/** Returns the import that a job works on: the one named by the job, or a new one. */
export async function beginImport(
  db: Db,
  { id, type, importId, createdBy, targets: [uploadedName] }: ClaimedJob,
): Promise<ImportRow> {
  const known = importId === null ? await findImportOfJob(db, id) : await findImport(db, importId)
  if (known) return known
  // The job must not import the sheet, which nobody has reviewed, instead.
  if (importId !== null && type === 'import') {
    throw new JobError('This review is no longer kept. Review again.', 'outdated')
  }
  const kind = type === 'review' ? 'review' : 'import'
  const inserted = await insertImport(db, {
    kind,
    planJobId: id,
    createdBy,
    ...(uploadedName !== undefined && { uploadedName }),
  })
  return selectImports(db).where('id', '=', inserted).executeTakeFirstOrThrow()
}

function selectImports(db: Db) {
  return db.selectFrom('imports').selectAll()
}

async function findImportOfJob(db: Db, jobId: string): Promise<ImportRow | undefined> {
  return selectImports(db)
    .where('planJobId', '=', jobId)
    .orderBy('number', 'desc')
    .executeTakeFirst()
}

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  return selectImports(db).where('id', '=', id).executeTakeFirst()
}

export async function saveImport(
  db: Db,
  id: string,
  values: Partial<Omit<ImportRow, 'id' | 'number'>>,
): Promise<void> {
  await db.updateTable('imports').set(values).where('id', '=', id).execute()
}

/** Marks the import as written; call it in the import's transaction. */
export async function completeImport(
  tx: Db,
  { id, kind, durationMs }: Pick<ImportRow, 'id' | 'kind' | 'durationMs'>,
  job: Pick<ClaimedJob, 'id' | 'createdBy' | 'createdById'>,
  { at, elapsedMs }: { at: string; elapsedMs: number },
): Promise<void> {
  await saveImport(tx, id, {
    kind: kind === 'restore' ? 'restore' : 'import',
    state: 'completed',
    completedAt: at,
    applyJobId: job.id,
    appliedBy: job.createdBy,
    appliedById: job.createdById,
    durationMs: Math.round((durationMs ?? 0) + elapsedMs),
    planKey: null,
  })
}

/** Returns since when the previous import's rejected rows have been skipped, keyed by identity. */
export async function readFirstSeen(db: Db): Promise<Map<string, string>> {
  const last = await findLastCompleted(db)
  if (!last) return new Map()
  const rows = await db
    .selectFrom('import_rejects')
    .select(['identity', 'firstSeenAt'])
    .where('importId', '=', last.id)
    .execute()
  return new Map(rows.map(({ identity, firstSeenAt }) => [identity, firstSeenAt]))
}

/** Returns the newest completed import, whose data the volunteers are; `undefined` before the first with a history. */
export async function findLastCompleted(db: Db): Promise<ImportRow | undefined> {
  return selectImports(db)
    .where('state', '=', 'completed')
    .orderBy('completedAt', 'desc')
    .orderBy('number', 'desc')
    .executeTakeFirst()
}
