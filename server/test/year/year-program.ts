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
 * Simulates 400 days in a separate process, whose clock is moved: `node year-program.ts <days> <seed>`. Uses SQLite and
 * disk, or with DATABASE_URL PostgreSQL and S3. Prints how much is stored every 50 days, and what is wrong; then its
 * exit code is 1.
 */

const [days, seed] = process.argv.slice(2).map(Number)
const plan: YearPlan = {
  // The period includes both days on which the clocks change, a New Year and a February 29.
  start: '2027-09-15T12:00:00.000Z',
  days: days ?? 400,
  seed: seed ?? 1,
  people: { volunteers: 200, circuits: 3, congregations: 12 },
  badEvery: 25,
  backupEvery: 1,
  markEvery: 50,
}
/** Most data are retained for 90 days; after that, the time per day should no longer grow. */
const retentionDays = 90
const maxSlowing = 2

function describe(mark: YearMark): string {
  const { day, rows, databaseMb, reportFiles, backups, backupMb, notices, ordinaryMs } = mark
  return [
    `day ${day}`,
    `${rows} rows, ${databaseMb.toFixed(1)} MB`,
    `${reportFiles} report files`,
    `${backups} backups, ${backupMb.toFixed(1)} MB`,
    `${notices} notices`,
    `an ordinary day takes ${ordinaryMs.toFixed(0)} ms`,
  ].join(' · ')
}

function findSlowing(marks: readonly YearMark[]): string[] {
  const early = marks.find(({ day }) => day > retentionDays)
  const last = marks.at(-1)
  if (!early || !last) return []
  const slowing = last.ordinaryMs / early.ordinaryMs
  return slowing <= maxSlowing ? [] : [`a day takes ${slowing.toFixed(2)} times as long in the end`]
}

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
const print = (line: string) => process.stdout.write(`${settings.database.kind}: ${line}\n`)
const { marks, problems } = await liveThrough(world, plan, (mark) => print(describe(mark)))
for (const problem of [...problems, ...findSlowing(marks)]) {
  print(`FAILED ${problem}`)
  process.exitCode = 1
}
await db.destroy()
await locust.close()
await s3?.close()
await rm(folder, { recursive: true, force: true })
