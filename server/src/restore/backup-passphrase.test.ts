import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { restoreBackup } from './restore-backup.ts'
import { backUp, contentOf, emptyPlace, fillPlace, refusalBy } from './test-backups.ts'

/** On SQLite alone: a file is opened before the database is touched, and each try takes a second of processor time. */

const passphrase = 'correct horse battery'

test('a backup with a passphrase opens with it, and with no other one or none', async () => {
  const source = await emptyPlace('sqlite', 'disk')
  await fillPlace(source)
  const path = await backUp(source, { passphrase })
  expect((await readFile(path)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const inUse = await emptyPlace('sqlite', 'disk')
  expect(await refusalBy(inUse, path)).toContain('The backup is encrypted')
  const other = await emptyPlace('sqlite', 'disk')
  expect(await refusalBy(other, path, 'another one, also long')).toContain(
    'does not open with this passphrase',
  )
  const place = await emptyPlace('sqlite', 'disk')
  await restoreBackup(place, { path, passphrase, isReplacing: false })
  expect(await contentOf(place)).toEqual(await contentOf(source))
})
