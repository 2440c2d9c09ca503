import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test } from 'vitest'
import { buildWhenStale } from './build-when-stale.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Imitates npm: the script runs in a shell, and a signal goes to the shell alone. */
test('SIGTERM to the process that runs the start script ends the server in order', async () => {
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

test.runIf(process.getuid?.() === 0)(
  'a user who may not write the folder of the program gets a sentence',
  async () => {
    await buildWhenStale()
    const script = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: root,
      uid: 54_321,
      gid: 54_321,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    script.stderr.on('data', (text) => {
      said += text
    })
    expect(await once(script, 'close')).toEqual([1, null])
    expect(said).toBe(
      `The user that runs this (number 54321) may not write to ${root}dist, where npm start builds the dashboard. Run it as the owner of that folder, or start what is built: node ${root}dist/server.js\n`,
    )
  },
)
