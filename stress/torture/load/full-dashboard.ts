import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { signInByApi } from '../../../e2e/api-client.ts'
import { admin } from '../../../e2e/dashboard.ts'
import { failedRow, jobRow, minutesAgo, runningRow, writeJobs } from '../../../e2e/job-rows.ts'

const jobCount = 100
const runningCount = 3
const reportCount = 2_000

/** Writes accounts, jobs and reports directly into the database of a running server, as months of use would. */
export async function fillDashboard(dataDir: string, users: number): Promise<void> {
  // These jobs stay active, so that every page polls at its faster rate all the time.
  const running = Array.from({ length: runningCount }, () =>
    runningRow({ type: 'congregation-report', targets: ['Congregation 1', 'Congregation 2'] }),
  )
  const ended = Array.from({ length: jobCount - runningCount }, (_, index) =>
    index % 9 === 0 ? failedRow() : jobRow(),
  )
  writeJobs(dataDir, [...ended, ...running])
  await mkdir(join(dataDir, 'files/reports'), { recursive: true })
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { timeout: 10_000 })
  try {
    database.exec('begin immediate')
    insertUsers(database, users)
    const keys = insertReports(database)
    database.exec(`insert into data_versions (name, version, stamp) values ('reports', 1000, 'full')
      on conflict (name) do update set version = version + 1000, stamp = 'full'`)
    database.exec('commit')
    for (const key of keys) await writeFile(join(dataDir, 'files', key), '%PDF-1.7\n')
  } finally {
    database.close()
  }
}

const nameOf = (index: number) => `staff-${String(index + 1).padStart(3, '0')}`

/** Inserts users with the administrator's password, so that no password has to be hashed. */
function insertUsers(database: DatabaseSync, users: number): void {
  const insert = database.prepare(
    `insert into users (id, username, usernameKey, firstName, lastName, password, role, isActive, createdAt, updatedAt)
     select ?, ?, ?, 'Mia', 'Ortega', password, 'user', 1, createdAt, updatedAt
     from users where username = ?`,
  )
  for (let index = 0; index < users; index += 1) {
    insert.run(randomUUID(), nameOf(index), nameOf(index), admin.username)
  }
}

function insertReports(database: DatabaseSync): string[] {
  const insert = database.prepare(
    `insert into reports (id, circuitId, congregation, filename, size, format, generatedAt, downloadUrl, storageKey,
       place, contentDigest, frameDigest)
     values (?, ?, ?, ?, 9, 'pdf', ?, ?, ?, ?, 'printed', 'frame')`,
  )
  return Array.from({ length: reportCount }, (_, index) => {
    const id = randomUUID()
    const key = `reports/${id}.pdf`
    const name = `Congregation ${index + 1}`
    const file = `Circuit NY-${index % 16} - ${name}.pdf`
    insert.run(
      ...[id, `NY-${index % 16}`, name, file],
      ...[minutesAgo(index), `/api/reports/${id}/download`, key],
      name,
    )
    return key
  })
}

/** Returns the session tokens of all those accounts. */
export async function signInAll(url: string, users: number): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < users; index += 1) {
    const user = { username: nameOf(index), password: admin.password }
    tokens.push((await signInByApi({ url }, user)).token)
  }
  return tokens
}
