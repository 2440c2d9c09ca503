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
  const aside = join(dataDir, 'before')
  for (const folder of [staging, aside]) await mkdir(folder)
  for (const name of ['dashboard.db', 'dashboard.db-wal', 'volunteers.xlsx']) {
    await writeFile(join(dataDir, name), `old ${name}`)
  }
  for (const name of names) await writeFile(join(staging, name), `new ${name}`)
  return { dataDir, staging, aside, names }
}

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

it('puts the new in place and saves the old, without the log of another database', async () => {
  const swap = await start()
  await swapFiles(swap)
  expect(await holds(swap.dataDir)).toEqual(
    Object.fromEntries(names.map((name) => [name, `new ${name}`])),
  )
  expect(await holds(swap.aside)).toEqual(old)
  expect(await undoRestore(swap.dataDir)).toBe(false)
})

it('restores the old state when a file cannot be moved', async () => {
  const swap = await start()
  // The database has been moved by then.
  await mkdir(join(swap.staging, 'folder'))
  await writeFile(join(swap.staging, 'folder/sheet.xlsx'), 'new')
  const withFolder = { ...swap, names: ['dashboard.db', 'folder/sheet.xlsx'] }
  await expect(swapFiles(withFolder)).rejects.toThrow('ENOENT')
  expect(await holds(swap.dataDir)).toEqual(old)
})

it('restores the old state after a kill at any step, also of that restoring', async () => {
  for (let step = 0; step < 6; step++) {
    const swap = await start()
    const { dataDir, staging, aside } = swap
    // Sets up what a kill leaves: the journal of a whole swap, and some of the renames that follow.
    await swapFiles(swap)
    const journal = { aside, replaced: Object.keys(old), added: ['dashboard.db-shm'] }
    await writeFile(join(dataDir, 'restore-journal.json'), JSON.stringify(journal))
    const moves = [
      ...names.map((name) => [join(dataDir, name), join(staging, name)]),
      ...Object.keys(old).map((name) => [join(aside, name), join(dataDir, name)]),
    ]
    for (const [from = '', to = ''] of moves.slice(0, step + 1)) await rename(from, to)
    expect(await undoRestore(dataDir)).toBe(true)
    expect(await holds(dataDir)).toEqual(old)
    expect([staging, aside].filter((folder) => existsSync(folder))).toEqual([])
  }
})
