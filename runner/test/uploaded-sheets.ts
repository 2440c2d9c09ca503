import { ColumnMatch, type SheetHead, type TextReading } from '@dashboard/contract/columns'
import { titlesKey } from '@dashboard/store/columns/column-matches'
import { type UploadedSheet, uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describeSheet } from '../src/columns/describe-sheet.ts'
import { importSheet } from '../src/import/import-sheet.ts'
import { startJob } from './job.ts'

/** Uploads files, as people do on the Sync page, with the match that is proposed. */

export async function startWorld() {
  const db = await freshDatabase()
  const folder = await temporaryFolder()
  const settings = readSettings({ DATA_DIR: folder, SPREADSHEET: `file:${folder}/volunteers.csv` })
  const files = await openFiles(settings.storage)
  const userId = 'user'
  await db
    .insertInto('users')
    .values({
      id: userId,
      username: 'ann',
      usernameKey: 'ann',
      password: '',
      firstName: 'Ann',
      lastName: 'Lee',
      role: 'admin',
      createdAt: nowIso(),
      updatedAt: nowIso(),
    })
    .execute()
  return {
    db,
    files,
    settings,
    async upload(
      bytes: Uint8Array,
      name: string,
      reading: Partial<Pick<UploadedSheet, 'sheetName' | 'encoding' | 'separator'>> = {},
    ) {
      const id = `upload-${name}`
      await files.write(uploadedSheetKey(id), bytes, 'application/octet-stream')
      const values = { id, userId, name, sizeBytes: bytes.length, createdAt: nowIso(), ...reading }
      await db.insertInto('uploaded_sheets').values(values).execute()
      return id
    },
    describe: (id: string, sheetName?: string, reading: TextReading = {}) =>
      describeSheet({
        files,
        settings,
        upload: { id, name: id.slice('upload-'.length), ...reading },
        sheetName,
      }),
    async apply(importId: string) {
      const { context, end } = await startJob(db, { type: 'import', importId }, settings)
      await importSheet(context)
      await end()
    },
    async run<T>(
      type: 'import' | 'review',
      uploadId: string,
      work: (context: Awaited<ReturnType<typeof startJob>>['context']) => Promise<T>,
    ) {
      const { context, log, end } = await startJob(db, { type }, settings)
      await db
        .updateTable('uploaded_sheets')
        .set({ jobId: context.job.id })
        .where('id', '=', uploadId)
        .execute()
      try {
        return { log, outcome: await work(context) }
      } finally {
        await end()
      }
    },
  }
}

export async function saveMatch(db: Db, head: SheetHead, choices: Record<string, string> = {}) {
  const { proposal } = head
  if (!proposal) throw new Error('Nothing was proposed')
  const match = ColumnMatch.parse({
    ...proposal,
    nameOrder: choices.nameOrder ?? proposal.nameOrder,
    columns: proposal.columns.map((column) => ({
      ...column,
      use: choices[column.title] ?? column.use,
    })),
  })
  const titles = match.columns.map(({ title }) => title)
  await db
    .insertInto('column_matches')
    .values({
      key: titlesKey(titles),
      name: 'Roster',
      titles: toJson(titles),
      match: toJson(match),
      updatedAt: nowIso(),
      updatedBy: 'Ann Lee',
    })
    .execute()
}
