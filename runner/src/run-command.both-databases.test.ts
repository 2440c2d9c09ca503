import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { saveExpectedSettings } from '@dashboard/store/github/expected-settings'
import { readSettings } from '@dashboard/store/settings/settings'
import { describeRunSettings } from '@dashboard/store/settings/settings-comparison'
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
    const report = await runCommand({ id, workers: 1 }, settings, readRunInputs({}))
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

test('a run on GitHub compares its settings if the job exists, and says if it does not', async () => {
  const database = await makeSharedDatabase('sqlite')
  const db = openDatabase(database, 'command')
  onTestFinished(() => db.destroy())
  await migrate(db)
  const own = { ...readSettings({ DATA_DIR: await temporaryFolder() }), database }
  await saveExpectedSettings(db, describeRunSettings({ ...own, reportPaper: 'a4' }))
  const { id } = await queuedJob(db, { type: 'export' })
  const inputs = readRunInputs({ RUNNER_PLACE: 'github', GITHUB_RUN_ID: '7' })
  const refused = await runCommand({ id, workers: 1 }, own, inputs)
  expect(refused).toMatchObject({
    code: 1,
    failure: expect.stringContaining('REPORT_PAPER is letter here'),
  })
  const elsewhere = await runCommand({ id: 'another', workers: 1 }, own, inputs)
  expect(elsewhere.failure).toContain('DATABASE_URL names has no job another')
})
