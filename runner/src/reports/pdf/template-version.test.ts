import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { templateVersion } from '@dashboard/store/reports/report-contents'
import { expect, it } from 'vitest'

/** Version and hash of the templates when `templateVersion` was last reviewed. */
const known = {
  templateVersion: 2,
  templates: 'd1e20b3110164fa43a23b7e94b477f3ac7cc00e15b18d199e87613b90aee09fa',
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
