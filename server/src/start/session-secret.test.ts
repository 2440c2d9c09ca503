import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, test } from 'vitest'
import { readOrCreateSecret } from './session-secret.ts'

test('is created once, and readable by its owner only', async () => {
  const folder = await temporaryFolder()
  const secret = await readOrCreateSecret(folder)
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(await readOrCreateSecret(folder)).toBe(secret)
  expect(await readdir(folder)).toEqual(['session-secret'])
  const { mode } = await stat(join(folder, 'session-secret'))
  expect(mode & 0o777).toBe(0o600)
})

test('that is damaged stops the start with a sentence on what to do', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'session-secret'), '')
  await expect(readOrCreateSecret(folder)).rejects.toThrow('is damaged. Delete it')
})
