import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from '@dashboard/doubles/compile-cache'

const programs = fileURLToPath(new URL('../../../server/src', import.meta.url))

/** Starts `npm run backup` or `npm run restore`; `ended` resolves to its exit code, `null` after a kill. */
export function startProgram(
  name: 'backup' | 'restore',
  environment: NodeJS.ProcessEnv,
  ...words: string[]
) {
  const child = spawn(process.execPath, [`${programs}/${name}.ts`, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { ended, kill: () => child.kill('SIGKILL') }
}
