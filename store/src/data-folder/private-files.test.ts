import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import { restrictFiles } from './private-files.ts'

it("takes the rights of others from the product's own files and from nothing else", async () => {
  const folder = await temporaryFolder()
  const inFolder = (name: string) => join(folder, name)
  await mkdir(inFolder('files/reports'), { recursive: true })
  const own = [
    'dashboard.db',
    'dashboard.db-wal',
    'session-secret',
    'files/reports/a.pdf',
    'volunteers.xlsx',
  ]
  for (const name of [...own, 'notes.txt']) {
    await writeFile(inFolder(name), '')
    await chmod(inFolder(name), 0o664)
  }
  await symlink(inFolder('notes.txt'), inFolder('files/link'))
  for (const name of ['files', 'files/reports']) await chmod(inFolder(name), 0o755)
  expect(await restrictFiles(folder)).toEqual({ exposed: 7, stillExposed: 0 })
  const modeOf = async (name: string) => ((await stat(inFolder(name))).mode & 0o777).toString(8)
  for (const name of own) expect([name, await modeOf(name)]).toEqual([name, '600'])
  expect([await modeOf('files/reports'), await modeOf('notes.txt')]).toEqual(['700', '664'])
  expect(await restrictFiles(folder)).toEqual({ exposed: 0, stillExposed: 0 })
})

it('does not look at each file of a folder that nobody else can open', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  await writeFile(join(folder, 'files/report.pdf'), '')
  await chmod(join(folder, 'files/report.pdf'), 0o644)
  expect(await restrictFiles(folder)).toEqual({ exposed: 0, stillExposed: 0 })
})
