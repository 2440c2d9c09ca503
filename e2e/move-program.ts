import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from '@dashboard/doubles/compile-cache'

const program = fileURLToPath(new URL('../server/src/move.ts', import.meta.url))

/** Starts `npm run move -- --to <url>`; `ended` resolves to its exit code and output. */
export function startMove(environment: NodeJS.ProcessEnv, to: string) {
  const child: ChildProcess = spawn(process.execPath, [program, '--to', to], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      printed += piece
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }))
  return { ended, kill: () => child.kill('SIGKILL') }
}
