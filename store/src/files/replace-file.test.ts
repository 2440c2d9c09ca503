import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '@dashboard/contract/duration'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import { removeAbandoned, replaceFile } from './replace-file.ts'

it('makes the folder, writes the file and returns the result of the writer', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'deeper')
  const path = join(folder, 'sheet.csv')
  expect(await replaceFile(path, (file) => file.writeFile('new').then(() => 3))).toBe(3)
  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['sheet.csv'])
})

it('shows the old content under the name until the new one is whole', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'sheet.csv')
  await writeFile(path, 'old')
  await replaceFile(path, async (file) => {
    await file.writeFile('new')
    expect(await readFile(path, 'utf8')).toBe('old')
    const beside = (await readdir(folder)).filter((name) => name !== 'sheet.csv')
    expect(beside).toEqual([expect.stringMatching(/^\.sheet\.csv\.[0-9a-f]+\.part$/)])
  })
  expect(await readFile(path, 'utf8')).toBe('new')
})

it('leaves the old content and nothing beside it when writing fails', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'sheet.csv')
  await writeFile(path, 'old')
  const writing = replaceFile(path, async (file) => {
    await file.writeFile('half')
    throw new Error('disk full')
  })
  await expect(writing).rejects.toThrow('disk full')
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['sheet.csv'])
})

it("preserves an existing file's permissions, and replaces the target of a symbolic link", async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'real'))
  const target = join(folder, 'real', 'sheet.csv')
  await writeFile(target, 'old', { mode: 0o640 })
  await symlink(target, join(folder, 'link.csv'))
  await replaceFile(join(folder, 'link.csv'), (file) => file.writeFile('new'))
  expect(await readFile(target, 'utf8')).toBe('new')
  expect((await stat(target)).mode & 0o777).toBe(0o640)
  expect((await readdir(folder)).sort()).toEqual(['link.csv', 'real'])
})

it('removes only old temporary files of the same file', async () => {
  const folder = await temporaryFolder()
  const names = ['.a.csv.11.part', '.a.csv.22.part', '.b.csv.33.part', 'a.csv', '.a.csv.keep']
  const longAgo = new Date(Date.now() - 2 * hourMs)
  for (const name of names) {
    await writeFile(join(folder, name), 'x')
    if (name !== '.a.csv.22.part') await utimes(join(folder, name), longAgo, longAgo)
  }
  await removeAbandoned(join(folder, 'a.csv'))
  expect((await readdir(folder)).sort()).toEqual(
    ['.a.csv.22.part', '.a.csv.keep', '.b.csv.33.part', 'a.csv'].sort(),
  )
  await removeAbandoned(join(folder, 'nowhere', 'a.csv'))
})
