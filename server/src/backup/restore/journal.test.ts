import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, it } from 'vitest'
import { swapFiles, undoRestore } from './journal.ts'

const names = ['dashboard.db', 'volunteers.xlsx']

async function start() {
  const dataDir = await temporaryFolder()
  const staging = join(dataDir, '.restore-1')
  const prepared = join(staging, 'before')
  const kept = join(dataDir, 'before-restore-1')
  await mkdir(prepared, { recursive: true })
  await writeFile(join(prepared, 'copy'), 'of a stored file')
  for (const name of ['dashboard.db', 'dashboard.db-wal', 'volunteers.xlsx']) {
    await writeFile(join(dataDir, name), `old ${name}`)
  }
  for (const name of names) await writeFile(join(staging, name), `new ${name}`)
  const aside = { prepared, kept }
  return { dataDir, staging, aside, replacedTo: kept, names, hasRows: false }
}

const nothing = async () => {}

async function holds(dataDir: string) {
  const found: Record<string, string> = {}
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) found[entry.name] = await readFile(join(dataDir, entry.name), 'utf8')
  }
  return found
}

const old = {
  'dashboard.db': 'old dashboard.db',
  'dashboard.db-wal': 'old dashboard.db-wal',
  'volunteers.xlsx': 'old volunteers.xlsx',
}

it('puts the new files in place and saves the old ones, without the log of another database', async () => {
  const swap = await start()
  await swapFiles(swap, nothing)
  expect(await holds(swap.dataDir)).toEqual(
    Object.fromEntries(names.map((name) => [name, `new ${name}`])),
  )
  expect(await holds(swap.aside.kept)).toEqual({ ...old, copy: 'of a stored file' })
  expect(await undoRestore(swap.dataDir)).toBe(false)
})

it('restores the old state when a file cannot be moved, or what follows fails, and keeps no copy', async () => {
  const swap = await start()
  // The database has been moved by then.
  await mkdir(join(swap.staging, 'folder'))
  await writeFile(join(swap.staging, 'folder/sheet.xlsx'), 'new')
  const withFolder = { ...swap, names: ['dashboard.db', 'folder/sheet.xlsx'] }
  await expect(swapFiles(withFolder, nothing)).rejects.toThrow('ENOENT')
  expect(await holds(swap.dataDir)).toEqual(old)
  const second = await start()
  const commit = async () => Promise.reject(new Error('The disk of PostgreSQL is full'))
  await expect(swapFiles(second, commit)).rejects.toThrow('The disk of PostgreSQL is full')
  expect(await holds(second.dataDir)).toEqual(old)
  for (const { aside, staging } of [swap, second]) {
    expect([aside.kept, staging].filter((path) => existsSync(path))).toEqual([])
  }
})

it('restores the old state after a kill at any step, even while restoring it', async () => {
  for (let step = 0; step < 7; step++) {
    const swap = await start()
    const { dataDir, staging, aside } = swap
    // Sets up what a kill leaves: the journal of a whole swap, and some of the renames that follow.
    await swapFiles(swap, nothing)
    const journal = {
      replacedTo: aside.kept,
      unused: aside.kept,
      replaced: Object.keys(old),
      added: ['dashboard.db-shm'],
    }
    await writeFile(join(dataDir, 'restore-journal.json'), JSON.stringify(journal))
    const moves = [
      ...names.map((name) => [join(dataDir, name), join(staging, name)]),
      ...Object.keys(old).map((name) => [join(aside.kept, name), join(dataDir, name)]),
      [aside.kept, aside.prepared],
    ]
    for (const [from = '', to = ''] of moves.slice(0, step)) await rename(from, to)
    expect(await undoRestore(dataDir)).toBe(true)
    expect(await holds(dataDir)).toEqual(old)
    expect([staging, aside.kept].filter((folder) => existsSync(folder))).toEqual([])
  }
})

it('keeps the copy of rows after a kill that may have come after their replacement', async () => {
  const swap = { ...(await start()), hasRows: true }
  const killed = swapFiles(swap, () => new Promise(() => {}))
  await expect.poll(() => existsSync(swap.aside.kept)).toBe(true)
  await expect
    .poll(() => holds(swap.dataDir))
    .toMatchObject({ 'volunteers.xlsx': 'new volunteers.xlsx' })
  expect(await undoRestore(swap.dataDir)).toBe(true)
  expect(await holds(swap.dataDir)).toEqual(old)
  expect(await holds(swap.aside.kept)).toEqual({ copy: 'of a stored file' })
  void killed
})
