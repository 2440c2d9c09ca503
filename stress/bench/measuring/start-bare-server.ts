import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BareAnswer } from './bare-server.ts'

export interface MeasuredServer {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts bare Fastify with constant responses, keyed by path (bare-server.ts). */
export async function startBareServer(
  answers: Record<string, BareAnswer>,
): Promise<MeasuredServer> {
  const program = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(answers))
  const [printed] = await once(child.stdout, 'data')
  return {
    url: String(printed).trim(),
    pid: child.pid ?? 0,
    async stop() {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
