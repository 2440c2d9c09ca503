import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings } from '@dashboard/store/settings/settings'
import { liveThrough, type YearMark, type YearPlan } from './year.ts'

/**
 * Simulates a year in a separate process, whose clock is moved: `node year-program.ts <plan as JSON>`. Uses SQLite and
 * disk, or with DATABASE_URL PostgreSQL and S3. Prints a line of JSON for each mark, then the problems.
 */

type YearLine = { mark: YearMark } | { problems: string[] }

const plan = JSON.parse(process.argv[2] ?? '') as YearPlan
const print = (line: YearLine) => process.stdout.write(`${JSON.stringify(line)}\n`)
const folder = await mkdtemp(join(tmpdir(), 'dashboard-year-'))
const locust = await startLocustDouble({ rows: 1 })
const s3 = process.env.DATABASE_URL === undefined ? undefined : await startS3Double()
Object.assign(process.env, s3?.credentials)
const settings = readSettings({
  DATA_DIR: folder,
  BACKUP_DIR: join(folder, 'backups'),
  LOCUST_URL: locust.url,
  LOCUST_TOKEN: locustToken,
  DATABASE_URL: process.env.DATABASE_URL,
  SESSION_SECRET: 'a secret of a year that is lived through',
  STORAGE_URL: s3?.storageUrl,
})
const db = openDatabase(settings.database, 'server')
await migrate(db)
const world = { db, files: await openFiles(settings.storage), settings, locust }
const { problems } = await liveThrough(world, plan, (mark) => print({ mark }))
print({ problems })
await db.destroy()
await locust.close()
await s3?.close()
await rm(folder, { recursive: true, force: true })
