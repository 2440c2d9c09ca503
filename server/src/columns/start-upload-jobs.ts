import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { UseUploadInput } from '@dashboard/contract/columns'
import type { UploadedSheet } from '@dashboard/store/columns/uploaded-sheets'
import type { Db } from '@dashboard/store/database/open-database'
import { insertImport } from '@dashboard/store/imports/insert-import'
import type { JobEngine } from '../engines/job-engine.ts'
import { fullName } from '../http/access-check.ts'
import { notFound } from '../http/app-error.ts'
import type { Audit } from '../http/audit-trail.ts'
import { queueJobs } from '../jobs/queue-jobs.ts'
import type { Starter } from '../jobs/starter.ts'

/** Returns a file of this user; throws 404 for another user's file, and when it is gone. */
export async function requireUpload(
  db: Db,
  user: Pick<Starter, 'id'>,
  id: string,
): Promise<UploadedSheet> {
  const row = await db
    .selectFrom('uploaded_sheets')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', user.id)
    .executeTakeFirst()
  if (!row) throw notFound('File')
  return row
}

interface StartDependencies<Action extends 'job.start' | 'import.review'> {
  db: Db
  engine: JobEngine
  audit: Audit<Action>
}

/** Queues an import of the file. Throws 404, and 409 while an import is active. */
export async function startUploadImport(
  { db, engine, audit }: StartDependencies<'job.start'>,
  user: Starter,
  id: string,
  reading: UseUploadInput = {},
): Promise<string> {
  const { name } = await requireUpload(db, user, id)
  const jobId = randomUUID()
  await queueJobs({ db, engine }, user, [{ id: jobId, type: 'import', targets: [name] }], {
    prepare: (tx) => giveToJob(tx, { id, jobId, reading }),
    audit: (tx) => {
      const details = { type: 'import', file: name }
      return audit(tx, 'job.start', { subject: `job:${jobId}`, details })
    },
  })
  return jobId
}

/** Queues a review of the file. Throws 404, and 409 while an import is active. */
export async function startUploadReview(
  { db, engine, audit }: StartDependencies<'import.review'>,
  user: Starter,
  id: string,
  reading: UseUploadInput = {},
): Promise<{ jobId: string; importId: string }> {
  const { name } = await requireUpload(db, user, id)
  const jobId = randomUUID()
  const importId = randomUUIDv7()
  await queueJobs(
    { db, engine },
    user,
    [{ id: jobId, type: 'review', importId, targets: [name] }],
    {
      prepare: async (tx) => {
        await giveToJob(tx, { id, jobId, reading })
        await insertImport(tx, {
          id: importId,
          kind: 'review',
          planJobId: jobId,
          createdBy: fullName(user),
          uploadedName: name,
        })
      },
      audit: (tx) => {
        const details = { jobId, file: name }
        return audit(tx, 'import.review', { subject: `import:${importId}`, details })
      },
    },
  )
  return { jobId, importId }
}

async function giveToJob(
  tx: Db,
  { id, jobId, reading }: { id: string; jobId: string; reading: UseUploadInput },
): Promise<void> {
  const { sheet, encoding = null, separator = null } = reading
  await tx
    .updateTable('uploaded_sheets')
    .set({ jobId, encoding, separator, ...(sheet !== undefined && { sheetName: sheet }) })
    .where('id', '=', id)
    .execute()
}
