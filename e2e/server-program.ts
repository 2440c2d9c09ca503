import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from '@dashboard/doubles/compile-cache'

/** Starts a built program of the server; `ended` resolves to its exit code and what it printed. */
export function startProgram(
  name: 'backup' | 'restore',
  environment: NodeJS.ProcessEnv,
  ...words: string[]
) {
  const path = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url))
  const child = spawn(process.execPath, [path, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      printed += piece
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }))
  return { ended, kill: () => child.kill('SIGKILL') }
}
