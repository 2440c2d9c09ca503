import { readdir, readFile, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import { pruneHistory } from '@dashboard/store/imports/prune-history'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fullRow, numberedRows, sheetOf } from '../../test/imports.ts'
import { startWorld } from '../../test/reviews.ts'

/** Values that only this person has, in every field of the sheet that the database stores. */
const person = {
  ...fullRow,
  'Locust ID': 'leaver-id-77',
  'First Name': 'Wilhelmine',
  'Last Name': 'Quillfeather',
  'Mobile Phone': '212 555 7701',
  'Email Address': 'leaver@example.org',
  'Availability Note': 'note of the leaver',
  Tags: 'tag of the leaver',
  Appointments: 'Title of the leaver',
  'Emergency Contact Name': 'Contactina',
  'Emergency Contact Phone': '212 555 7702',
}
const values = [
  ...['leaver', 'Wilhelmine', 'Quillfeather', 'Contactina'],
  ...['5557701', '555 7701', '555 7702'],
].map((value) => value.toLowerCase())

const holdsPerson = (text: string) => values.some((value) => text.toLowerCase().includes(value))

/** Returns the tables that contain anything of the person. */
async function tablesWithPerson(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    if (holdsPerson(JSON.stringify(rows))) found.push(name)
  }
  return found
}

async function filesWithPerson(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    if (holdsPerson((name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString())) {
      found.push(name)
    }
  }
  return found
}

/** Whether SQLite's file, or its log, contains anything of the person, in used or free space. */
async function isInDatabaseFile(db: Db): Promise<boolean> {
  if (isPostgres(db)) return false
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(db)
  const path = rows[0]?.file ?? ''
  const contents = [path, `${path}-wal`].map((each) => readFile(each, 'latin1').catch(() => ''))
  return (await Promise.all(contents)).some(holdsPerson)
}

test('a person who leaves the sheet is removed from the database, and then from the history of imports', async () => {
  const world = await startWorld()
  const { db, settings, setSheet, importNow } = world
  const imports = join((settings.storage as { path: string }).path, 'imports')
  const others = numberedRows(30)
  await setSheet(sheetOf([...others, person]))
  await importNow()
  expect(await tablesWithPerson(db)).toEqual(
    expect.arrayContaining(['volunteers', 'emergency_contacts']),
  )
  expect(await isInDatabaseFile(db)).toBe(!isPostgres(db))

  await setSheet(sheetOf(others))
  await importNow()
  expect(await tablesWithPerson(db)).toEqual(['import_changes'])
  const { fields } = await db
    .selectFrom('import_changes')
    .select('fields')
    .where('kind', '=', 'left')
    .executeTakeFirstOrThrow()
  expect(fields).toBe('[]')

  for (const count of [29, 28]) {
    await setSheet(sheetOf(others.slice(0, count)))
    await importNow()
  }
  expect(await tablesWithPerson(db)).toEqual(['import_changes'])
  // Does what the server does once a day with data older than KEEP_IMPORTS_DAYS.
  const files = openDiskFiles(dirname(imports))
  await pruneHistory(db, files, { imports: 2, since: new Date().toISOString() })
  expect(await tablesWithPerson(db)).toEqual([])
  // Files that nothing names are removed an hour later.
  const longAgo = new Date('2026-01-01')
  for (const name of await readdir(imports)) await utimes(join(imports, name), longAgo, longAgo)
  await pruneHistory(db, files, { imports: 2, since: '' })
  expect(await filesWithPerson(imports)).toEqual([])
  expect(await isInDatabaseFile(db)).toBe(false)
})
