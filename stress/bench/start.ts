import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth } from '@dashboard/contract/health'
import { startDashboard } from '../../e2e/dashboard.ts'
import { type BenchResult, limitRow, measureInTurn } from '../bench-suite.ts'
import { processorMs, residentMb } from './measuring/process-figures.ts'
import { sendGet } from './measuring/send-requests.ts'
import { startBareServer } from './measuring/start-bare-server.ts'

/** Measures the time from the start of the process to its first response, and its memory when idle. */

const rounds = 5
const idleMs = 3_000

export async function run(): Promise<BenchResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  const memory = { dashboard: [] as number[], bare: [] as number[] }
  try {
    const figures = await measureInTurn(rounds, {
      dashboard: async () => {
        const server = await startDashboard({}, dataDir)
        const ms = await costOfFirstAnswer(server, getHealth.path)
        memory.dashboard.push(await idleMemory(server.pid))
        await server.stop()
        return ms
      },
      bare: async () => {
        const server = await startBareServer({ '/': { status: 200, bytes: 100 } })
        const ms = await costOfFirstAnswer(server, '/')
        memory.bare.push(await idleMemory(server.pid))
        await server.stop()
        return ms
      },
    })
    const idle = { dashboard: Math.min(...memory.dashboard), bare: Math.min(...memory.bare) }
    const against = 'bare Fastify'
    return {
      rows: [
        limitRow(
          { what: 'start to first answer (processor time)', against },
          figures.ratio('dashboard', 'bare'),
          { atMost: 2 },
        ),
        limitRow({ what: "server's memory, idle", against }, idle.dashboard / idle.bare, {
          atMost: 2,
        }),
      ],
      tables: [
        {
          title: 'Start',
          head: ['', 'Dashboard', 'Fastify'],
          rows: [
            ['to the first answer, ms of processor', ...both(figures.medians)],
            ['memory, idle, MB', ...both(idle)],
          ],
        },
      ],
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function both({ dashboard, bare }: Record<'dashboard' | 'bare', number>): string[] {
  return [dashboard.toFixed(0), bare.toFixed(0)]
}

async function costOfFirstAnswer({ url, pid }: { url: string; pid: number }, path: string) {
  await sendGet(`${url}${path}`, {})
  return processorMs(pid)
}

async function idleMemory(pid: number): Promise<number> {
  await sleep(idleMs)
  return residentMb(pid)
}
