import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@dashboard/contract/duration'
import { setClock } from '@dashboard/store/test/clock'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { makeArchivesCheap } from '../../../test/backups.ts'
import { encryptFolder, nameOfAside, removeOldAsides } from './put-aside.ts'

const passphrase = 'correct horse battery'

test('an archive is encrypted at the cost that age recommends', async () => {
  const path = await encryptFolder(await temporaryFolder(), passphrase)
  const header = (await readFile(path)).toString('latin1')
  expect(header).toMatch(/^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} 18\n/)
})

test('what is put aside is one encrypted archive in the place of its folder', async () => {
  makeArchivesCheap()
  const folder = join(await temporaryFolder(), nameOfAside(new Date()))
  await mkdir(join(folder, 'files/reports'), { recursive: true })
  await writeFile(join(folder, 'dashboard.db'), 'Ann Lee 555-0100')
  await writeFile(join(folder, 'files/reports/a.pdf'), 'a report')
  const path = await encryptFolder(folder, passphrase)
  expect(existsSync(folder)).toBe(false)
  const bytes = await readFile(path)
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const zipped = await decrypter.decrypt(bytes)
  const tar = await new Response(
    new Blob([new Uint8Array(zipped)]).stream().pipeThrough(new DecompressionStream('gzip')),
  ).text()
  expect(tar).toContain('Ann Lee 555-0100')
  expect(tar).toContain('files/reports/a.pdf')
})

test('it is removed after 30 days, and nothing else is', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'before-restore-old'))
  await writeFile(join(dataDir, 'before-restore-old/dashboard.db'), 'x')
  await writeFile(join(dataDir, 'before-upgrade-0026-20261101T000000Z.tar.gz'), 'x')
  await writeFile(join(dataDir, 'dashboard.db'), 'x')
  const old = new Date(Date.now() - 31 * dayMs)
  for (const name of ['before-restore-old', 'dashboard.db']) {
    await utimes(join(dataDir, name), old, old)
  }
  expect(await removeOldAsides(dataDir)).toBe(1)
  expect((await readdir(dataDir)).toSorted()).toEqual([
    'before-upgrade-0026-20261101T000000Z.tar.gz',
    'dashboard.db',
  ])
  setClock(Date.now() + 31 * dayMs)
  expect(await removeOldAsides(dataDir)).toBe(1)
  expect(await readdir(dataDir)).toEqual(['dashboard.db'])
})
