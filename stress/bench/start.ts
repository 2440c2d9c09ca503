import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth } from '@dashboard/contract/health'
import { startDashboard } from '../../e2e/dashboard.ts'
import { type BenchRow, limitRow, ratioInTurn } from '../bench-suite.ts'
import { memoryMb, processorMs } from './measuring/process-figures.ts'
import { sendRequest } from './measuring/send-requests.ts'
import { startBareServer } from './measuring/start-bare-server.ts'

/** Measures the time from the start of the process to its first response, and its memory when idle. */

const rounds = 5
const idleMs = 3_000

export async function run(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  const memory = { dashboard: [] as number[], bare: [] as number[] }
  try {
    const ratio = await ratioInTurn(
      rounds,
      async () => {
        const server = await startDashboard({}, dataDir)
        const ms = await costOfFirstAnswer(server, getHealth.path)
        memory.dashboard.push(await idleMemory(server.pid))
        await server.stop()
        return ms
      },
      async () => {
        const server = await startBareServer({ '/': { status: 200, bytes: 100 } })
        const ms = await costOfFirstAnswer(server, '/')
        memory.bare.push(await idleMemory(server.pid))
        await server.stop()
        return ms
      },
    )
    const idle = Math.min(...memory.dashboard) / Math.min(...memory.bare)
    const against = 'bare Fastify'
    return [
      limitRow({ what: 'start to first answer (processor time)', against }, ratio, { atMost: 2 }),
      limitRow({ what: "server's memory, idle", against }, idle, { atMost: 2 }),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function costOfFirstAnswer({ url, pid }: { url: string; pid: number }, path: string) {
  await sendRequest(`${url}${path}`, {})
  return processorMs(pid)
}

async function idleMemory(pid: number): Promise<number> {
  await sleep(idleMs)
  return memoryMb(pid, 'present')
}
