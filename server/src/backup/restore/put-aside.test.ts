import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@dashboard/contract/duration'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import { setClock } from '@dashboard/store/test/clock'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { makeArchivesCheap } from '../../../test/backups.ts'
import { prepareAside, removeOldAsides, writeEncrypted } from './put-aside.ts'

const passphrase = 'correct horse battery'

test('an archive is encrypted at the cost that age recommends', async () => {
  const path = join(await temporaryFolder(), 'archive')
  await writeEncrypted(path, passphrase, [])
  const header = (await readFile(path)).toString('latin1')
  expect(header).toMatch(/^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} 18\n/)
})

test('what is put aside is prepared as one encrypted archive, with the files to be replaced', async () => {
  makeArchivesCheap()
  const dataDir = await temporaryFolder()
  const staging = join(dataDir, '.restore-1')
  await mkdir(staging)
  await writeFile(join(dataDir, 'dashboard.db'), 'Ann Lee 555-0100')
  const stored = openDiskFiles(join(dataDir, 'files'))
  await stored.write('reports/a.pdf', Buffer.from('a report'), 'application/pdf')
  const { aside } = await prepareAside({
    dataDir,
    staging,
    names: ['dashboard.db'],
    postgres: undefined,
    files: { stored, next: openDiskFiles(join(staging, 'files')) },
    isReplacing: true,
    passphrase,
    version: '1',
  })
  expect(aside?.kept).toMatch(/before-restore-[^/]+\.tar\.gz\.age$/)
  expect((await readdir(dataDir)).toSorted()).toEqual(['.restore-1', 'dashboard.db', 'files'])
  const bytes = await readFile(aside?.prepared ?? '')
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
