import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, test } from 'vitest'
import { describeByRunner } from './sheet-head.ts'

test('a sheet that has to wait on a busy machine is not called too large', async () => {
  const program = join(await temporaryFolder(), 'wait.mjs')
  writeFileSync(program, 'setInterval(() => undefined, 1_000)')
  const describe = describeByRunner(program, '/nowhere', 300)
  const { signal } = new AbortController()
  await expect(
    describe({ userId: 'ada', upload: undefined, sheetName: undefined, signal }),
  ).rejects.toMatchObject({
    status: 422,
    message:
      'The sheet was not read within 60 seconds, since the server or the spreadsheet service is busy. Try again in a few minutes.',
  })
})
