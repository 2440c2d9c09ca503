import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from '@dashboard/doubles/compile-cache'

const program = fileURLToPath(new URL('../server/src/doctor.ts', import.meta.url))

/** Runs `npm run doctor` to its end; returns its exit code and what it printed. */
export async function runDoctor(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      printed += piece
    })
  }
  const [code] = await once(child, 'close')
  return { code: code as number | null, printed }
}
