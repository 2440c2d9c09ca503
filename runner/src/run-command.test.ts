import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { readSettings } from '@dashboard/store/settings/settings'
import { readRunInputs } from '@dashboard/store/settings/settings-of-run'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { inventedName, inventMigration } from '@dashboard/store/test/invented-migration'
import { queuedJob } from '@dashboard/store/test/jobs'
import { makeSharedDatabase, sharedDatabases } from '@dashboard/store/test/shared-databases'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './run-command.ts'

test.each(sharedDatabases)(
  'on %s a runner claims no job of a database of an earlier version',
  async (kind) => {
    const database = await makeSharedDatabase(kind)
    const db = openDatabase(database, 'command')
    onTestFinished(() => db.destroy())
    await migrate(db)
    onTestFinished(inventMigration())
    const { id } = await queuedJob(db, { type: 'export' })
    const settings = { ...readSettings({ DATA_DIR: await temporaryFolder() }), database }
    const report = await runCommand({ id, drawers: 1 }, settings, readRunInputs({}))
    expect(report).toMatchObject({
      code: 1,
      failure: expect.stringContaining(`(it lacks "${inventedName}")`),
    })
    const job = await db
      .selectFrom('jobs')
      .select(['status', 'attempts', 'error'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(job).toEqual({ status: 'queued', attempts: 0, error: null })
  },
)
