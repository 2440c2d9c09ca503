import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test } from 'vitest'
import { buildWhenStale } from './build-when-stale.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Imitates npm: the script runs in a shell, and a signal goes to the shell alone. */
test('SIGTERM to what runs the start script ends the server in order', async () => {
  await buildWhenStale()
  const DATA_DIR = await temporaryFolder()
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/start.ts; true`], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'info', DATA_DIR },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void shell.kill('SIGKILL'))
  let output = ''
  shell.stdout.on('data', (text) => {
    output += text
  })
  await expect.poll(() => output).toMatch(/is ready at/)
  shell.kill('SIGTERM')
  // The other end of standard output stays open until the server ends.
  await once(shell.stdout, 'end')
  expect(output).toContain('SIGTERM: shutting down')
})
