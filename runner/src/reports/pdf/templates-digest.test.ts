import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { templatesDigest } from '@dashboard/store/reports/report-contents'
import { expect, it } from 'vitest'

it('makes reports of other templates count as out of date', async () => {
  const folder = new URL('templates/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.typ')).toSorted()
  const digest = createHash('sha256')
  for (const name of names) digest.update(await readFile(new URL(name, folder)))
  expect(templatesDigest).toBe(digest.digest('hex').slice(0, 22))
})
