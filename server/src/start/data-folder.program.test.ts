import { chmod, mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ready, run } from '../../test/program.ts'

function makeDatabase(path: string, ...statements: string[]): void {
  const database = new DatabaseSync(path)
  for (const statement of statements) database.exec(statement)
  database.close()
}

describe('the data folder', () => {
  test('holds nothing that other users of the machine can read', async () => {
    const DATA_DIR = await temporaryFolder()
    await chmod(DATA_DIR, 0o755)
    await ready(run('main', { DATA_DIR }))
    const names = await readdir(DATA_DIR)
    expect(names).toContain('dashboard.db')
    const modes = await Promise.all(
      names.map(async (name) => (await stat(join(DATA_DIR, name))).mode & 0o077),
    )
    expect(modes).toEqual(names.map(() => 0))
  })
})

describe('a data folder that cannot be used is reported in one sentence', () => {
  async function endOf(folder: string, identity: { uid?: number; gid?: number } = {}) {
    const server = run('main', { DATA_DIR: folder }, identity)
    expect(await server.ended).toBe(1)
    expect(server.output().trimEnd().split('\n')).toHaveLength(1)
    return server.output()
  }

  async function folderWith(make: (database: string) => Promise<void> | void) {
    const folder = await temporaryFolder()
    const database = join(folder, 'dashboard.db')
    await make(database)
    // The server itself leaves the file so; a file that others can read causes a line of its own.
    await chmod(database, 0o700)
    return folder
  }

  test.each<[string, (database: string) => Promise<void> | void, string]>([
    ['a folder named like it', async (path) => void (await mkdir(path)), 'is a folder'],
    ['some other file', (path) => writeFile(path, 'x'.repeat(5_000)), 'not an SQLite database'],
    [
      'half of a database',
      async (path) => {
        await makeDatabase(path, 'create table a (b)', 'create table c (d)', 'create table e (f)')
        await truncate(path, 8_192)
      },
      'is damaged',
    ],
    [
      "another program's database",
      (path) => makeDatabase(path, 'create table songs (id)'),
      'tables of another program, such as "songs"',
    ],
    [
      'the database of a newer version',
      (path) =>
        makeDatabase(
          path,
          'create table kysely_migration (name text, timestamp text)',
          "insert into kysely_migration values ('9999-later', '')",
        ),
      'newer version of the dashboard (it has "9999-later")',
    ],
  ])('with %s', async (_what, make, sentence) => {
    expect(await endOf(await folderWith(make))).toContain(sentence)
  })

  test('that the user may not write to, as in a container', async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o555)
    onTestFinished(() => chmod(folder, 0o700))
    // The user `nobody`, since root may write everywhere.
    const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    expect(await endOf(folder, identity)).toMatch(/permission is denied|is read-only/)
  })
})
