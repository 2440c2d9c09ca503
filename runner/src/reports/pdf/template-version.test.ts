import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { templateVersion } from '@dashboard/store/reports/report-contents'
import { expect, it } from 'vitest'

/** Version and hash of the templates when `templateVersion` was last reviewed. */
const known = {
  templateVersion: 2,
  templates: '9c5bcb96ab3c9ae6430689cfc39f52ec6e78f2f3b9f65b2f42c824e43233bc6f',
}

it('has the version of the templates that are here', async () => {
  const folder = new URL('templates/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.typ')).toSorted()
  const digest = createHash('sha256')
  for (const name of names) digest.update(await readFile(new URL(name, folder)))
  // If the templates now draw something different, raise templateVersion, so that reports of the earlier templates
  // count as out of date; then update both values here.
  expect({ templateVersion, templates: digest.digest('hex') }).toEqual(known)
})
