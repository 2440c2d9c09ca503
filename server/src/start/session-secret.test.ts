import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, test } from 'vitest'
import { readOrCreateSecret } from './session-secret.ts'

test('is made once, for many who ask at once, and readable by its owner only', async () => {
  const folder = await temporaryFolder()
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecret(folder)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{64}$/)
  expect(await readOrCreateSecret(folder)).toBe(secrets[0])
  expect(await readdir(folder)).toEqual(['session-secret'])
  const { mode } = await stat(join(folder, 'session-secret'))
  expect(mode & 0o777).toBe(0o600)
})

test('that is damaged stops the start with what to do', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'session-secret'), '')
  await expect(readOrCreateSecret(folder)).rejects.toThrow('is damaged. Delete it')
})
