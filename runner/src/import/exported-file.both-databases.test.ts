import { readFile, writeFile } from 'node:fs/promises'
import type { Db } from '@dashboard/store/database/open-database'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, it } from 'vitest'
import { startJob } from '../../test/job.ts'
import { exportVolunteers } from '../export/export-volunteers.ts'
import { importSheet } from './import-sheet.ts'
import { reviewSheet } from './review-sheet.ts'

/** Starts a server's folder; its jobs use one database. */
async function startFolder(db: Db, file: string) {
  const DATA_DIR = await temporaryFolder()
  const settings = readSettings({ DATA_DIR, SPREADSHEET: `file:${DATA_DIR}/${file}` })
  return {
    path: `${DATA_DIR}/${file}`,
    async export() {
      const { context } = await startJob(db, 'export', settings)
      await completeJob(db, context.job.id, 'runner', await exportVolunteers(context))
      return context.job.id
    },
    async follow(dependsOn: string | null, work: typeof importSheet | typeof reviewSheet) {
      const type = work === importSheet ? 'import' : 'review'
      const { context, end } = await startJob(db, { type }, settings)
      try {
        return await work({ ...context, job: { ...context.job, dependsOn } })
      } finally {
        await end()
      }
    },
  }
}

describe.each(['volunteers.xlsx', 'volunteers.csv'])('after an export to %s', (file) => {
  it('an import of its file completes', async () => {
    const db = await freshDatabase()
    const here = await startFolder(db, file)
    expect(await here.follow(await here.export(), importSheet)).toMatchObject({ rowCount: 3_000 })
  })

  it.each([importSheet, reviewSheet])(
    '$name in the folder of another server fails',
    async (work) => {
      const db = await freshDatabase()
      const [here, there] = [await startFolder(db, file), await startFolder(db, file)]
      const exported = await here.export()
      await writeFile(there.path, `${await readFile(here.path, 'latin1')} older`, 'latin1')
      await expect(there.follow(exported, work)).rejects.toMatchObject({
        message: expect.stringMatching(
          /^The sheet was edited after the export .* Run the sync again\./,
        ),
        details: expect.stringContaining('set SPREADSHEET to a file in a folder'),
      })
      expect(await db.selectFrom('volunteers').select('id').execute()).toEqual([])
    },
  )
})

it('an import that follows no export reads the sheet as it is', async () => {
  const db = await freshDatabase()
  const [here, there] = [await startFolder(db, 'a.csv'), await startFolder(db, 'a.csv')]
  await here.export()
  await writeFile(there.path, 'First Name,Last Name,Circuit,Congregation\nAnn,Lee,NY-1,Park\n')
  expect(await there.follow(null, importSheet)).toMatchObject({ rowCount: 1 })
})
