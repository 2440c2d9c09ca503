import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { UseUploadInput } from '@dashboard/contract/columns'
import type { UploadedSheet } from '@dashboard/store/columns/uploaded-sheets'
import type { Db } from '@dashboard/store/database/open-database'
import { insertImport } from '@dashboard/store/imports/insert-import'
import type { JobEngine } from '../engines/job-engine.ts'
import { fullName, type SignedInUser } from '../http/access-check.ts'
import { notFound } from '../http/app-error.ts'
import { queueJobs } from '../jobs/queue-jobs.ts'

/** Returns a file of this user; throws 404 for another user's file, and when it is gone. */
export async function requireUpload(
  db: Db,
  user: Pick<SignedInUser, 'id'>,
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

interface UseOfUpload {
  type: 'import' | 'review'
  id: string
  reading: UseUploadInput | undefined
  /** Adds the use of this file to the audit log. */
  audit(tx: Db, started: { jobId: string; importId: string; file: string }): Promise<void>
}

/** Queues an import or a review of a file. Throws 404, and 409 while an import is active. */
export async function useUpload(
  { db, engine }: { db: Db; engine: JobEngine },
  user: SignedInUser,
  { type, id, reading = {}, audit }: UseOfUpload,
) {
  const { name: file } = await requireUpload(db, user, id)
  const jobId = randomUUID()
  const importId = randomUUIDv7()
  const isReview = type === 'review'
  const job = { id: jobId, type, importId: isReview ? importId : undefined, targets: [file] }
  await queueJobs({ db, engine }, user, [job], {
    prepare: async (tx) => {
      const { sheet, encoding = null, separator = null } = reading
      await tx
        .updateTable('uploaded_sheets')
        .set({ jobId, encoding, separator, ...(sheet !== undefined && { sheetName: sheet }) })
        .where('id', '=', id)
        .execute()
      if (!isReview) return
      await insertImport(tx, {
        id: importId,
        kind: 'review',
        planJobId: jobId,
        createdBy: fullName(user),
        uploadedName: file,
      })
    },
    audit: (tx) => audit(tx, { jobId, importId, file }),
  })
  return { jobId, importId }
}
