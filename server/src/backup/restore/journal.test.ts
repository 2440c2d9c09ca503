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
  await swapFiles(swap, async () => {})
  expect(await holds(swap.dataDir)).toEqual(
    Object.fromEntries(names.map((name) => [name, `new ${name}`])),
  )
  expect(await holds(swap.aside)).toEqual(old)
  expect(await undoRestore(swap.dataDir)).toBe(false)
})

it('restores the old state when the check fails', async () => {
  const swap = await start()
  const check = async () => {
    await writeFile(join(swap.dataDir, 'dashboard.db-shm'), 'of the new database')
    throw new Error('not whole')
  }
  await expect(swapFiles(swap, check)).rejects.toThrow('not whole')
  expect(await holds(swap.dataDir)).toEqual(old)
})

it('restores the old state after a kill at any step, also of that restoring', async () => {
  for (let step = 0; step < 6; step++) {
    const swap = await start()
    const { dataDir, staging, aside } = swap
    // Sets up what a kill leaves: the journal of a whole swap, and some of the renames that follow.
    await swapFiles(swap, async () => {
      const journal = await readFile(join(dataDir, 'restore-journal.json'))
      await writeFile(join(aside, 'journal'), journal)
    })
    await rename(join(aside, 'journal'), join(dataDir, 'restore-journal.json'))
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
