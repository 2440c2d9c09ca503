import { listJobs } from '@dashboard/contract/jobs'
import { type BenchRow, limitRow, ratioInTurn } from '../bench-suite.ts'
import { insertJobs } from './measuring/fill-tables.ts'
import { startMeasured } from './measuring/measured-dashboard.ts'
import { processorMsOf } from './measuring/process-figures.ts'
import { type Sending, sendRequests } from './measuring/send-requests.ts'
import { startBareServer } from './measuring/start-bare-server.ts'

/** Measures the list of jobs, which every page polls, against bare Fastify. */

const rounds = 9
/** V8 optimizes the code of a response several times before it is fully optimized. */
const warmUps = 8
const requests = 3_000
const connections = 20
const against = 'Fastify sending a constant string of that size'

export async function run(): Promise<BenchRow[]> {
  const dashboard = await startMeasured('sqlite')
  await insertJobs(dashboard, 100)
  const list = { url: `${dashboard.url}${listJobs.path}`, token: dashboard.token }
  const sent = await sendRequests({ ...list, count: 1, connections: 1, etags: 'none' })
  const bare = await startBareServer({
    '/unchanged': { status: 304, bytes: 0 },
    '/full': { status: 200, bytes: sent?.bytes ?? 0 },
  })
  const costOfBare = (path: string) => () =>
    costOf(bare.pid, { url: bare.url + path, etags: 'none' })
  const costOfList = (etags: Sending['etags']) => () => costOf(dashboard.pid, { ...list, etags })
  const unchanged = [costOfBare('/unchanged'), costOfList('known')] as const
  const full = [costOfBare('/full'), costOfList('none')] as const
  try {
    for (let round = 0; round < warmUps; round += 1) {
      for (const warmUp of [...unchanged, ...full]) await warmUp()
    }
    return [
      limitRow(
        { what: 'jobs list, nothing changed, 304', against },
        await ratioInTurn(rounds, ...unchanged),
        { atLeast: 0.5 },
      ),
      limitRow({ what: 'jobs list, full answer', against }, await ratioInTurn(rounds, ...full), {
        atLeast: 0.4,
      }),
    ]
  } finally {
    await bare.stop()
    await dashboard.stop()
  }
}

/** Returns milliseconds of the server's processor time for all requests. */
function costOf(pid: number, sending: Pick<Sending, 'url' | 'token' | 'etags'>): Promise<number> {
  return processorMsOf(pid, () => sendRequests({ ...sending, count: requests, connections }))
}
