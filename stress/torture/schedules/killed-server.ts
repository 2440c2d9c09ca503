import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dashboard, startDashboard } from '../../../e2e/dashboard.ts'
import type { Random } from '../../torture-suite.ts'

interface KilledServerOptions {
  environment: NodeJS.ProcessEnv
  random: Random
  /** Instants at which a schedule is due, in milliseconds since 1970. */
  instants: readonly number[]
  print(line: string): void
}

/** How long after an instant a server may still be working on it, in milliseconds. */
const workMs = 6_000
/** Longest time that the server stays down, in milliseconds. */
const downMs = 4_000
const pauseMs = { least: 1_000, most: 20_000 }

/** Runs a server and kills it as a power cut would until told to stop, half of the times while a schedule is due. */
export async function startKilledServer(options: KilledServerOptions) {
  const { environment, random, instants, print } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-killed-'))
  let dashboard: Dashboard = await startDashboard(environment, dataDir)
  let kills = 0
  let isEnding = false

  const chooseMoment = (): number => {
    const now = Date.now()
    const next = instants.find((instant) => instant > now)
    if (next !== undefined && random.next() < 0.5) return next + random.between(0, workMs)
    return now + random.between(pauseMs.least, pauseMs.most)
  }
  const killAgainAndAgain = async () => {
    for (;;) {
      const moment = chooseMoment()
      while (Date.now() < moment && !isEnding) await sleep(5)
      if (isEnding) return
      await dashboard.kill()
      kills += 1
      await sleep(random.between(0, downMs))
      dashboard = await startDashboard(environment, dataDir)
    }
  }
  const killing = killAgainAndAgain()
  killing.catch((error: unknown) => print(`A server did not start again: ${String(error)}`))

  return {
    url: () => dashboard.url,
    /** Stops killing the server; returns how often it was killed. */
    async spare(): Promise<number> {
      isEnding = true
      await killing
      return kills
    },
    async stop(): Promise<void> {
      await dashboard.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
