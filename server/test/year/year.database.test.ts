import { join } from 'node:path'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test } from 'vitest'
import { liveThrough } from './year.ts'

test('forty days store no more than the documents promise', async () => {
  const db = await freshDatabase()
  const folder = await temporaryFolder()
  const locust = await startLocustDouble({ rows: 1 })
  onTestFinished(() => locust.close())
  const settings = readSettings({
    DATA_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_KEPT: '4',
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
  })
  const world = { db, files: await openFiles(settings.storage), settings, locust }
  const { problems } = await liveThrough(world, {
    // The days include a February 29, and the day on which the clocks are set forward.
    start: '2028-02-15T12:00:00.000Z',
    days: 40,
    people: { volunteers: 12, circuits: 2, congregations: 3 },
    seed: 1,
    badEvery: 9,
    backupEvery: 2,
    markEvery: 20,
  })
  expect(problems).toEqual([])
})
