import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { makeSharedDatabase } from '@dashboard/store/test/shared-databases'
import { expect, test } from 'vitest'

test('an unforeseen error of a heartbeat ends the process, which logs it', async () => {
  // It has no tables.
  const settings = await makeSharedDatabase('sqlite')
  const program = join(await temporaryFolder(), 'program.mjs')
  await writeFile(
    program,
    `import { heartbeatThread } from '${import.meta.resolve('./start-heartbeat-thread.ts')}'
    const begin = heartbeatThread(${JSON.stringify(settings)}, 50)
    begin({ id: 'job', leaseOwner: 'runner' }, () => {})
    setTimeout(() => {}, 60_000)`,
  )
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/no such table: jobs\n +at /)
})
