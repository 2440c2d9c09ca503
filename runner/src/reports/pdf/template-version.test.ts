import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { templateVersion } from '@dashboard/store/reports/report-contents'
import { expect, it } from 'vitest'

/** Version and hash of the templates when `templateVersion` was last reviewed. */
const known = {
  templateVersion: 1,
  templates: '8d4783911554e0351f809f5e6405d10543fa8e589771c924436eeec8b2304ff6',
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
