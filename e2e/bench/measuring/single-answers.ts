import { raiseVersion } from './fill-tables.ts'
import type { MeasuredDashboard } from './measured-dashboard.ts'
import { processorMsOf } from './process-figures.ts'
import { sendRequests } from './send-requests.ts'

/** Answers of which no two are under way at a time, each over a connection of its own. */

const requests = 300

interface Answering {
  url: string
  pid: number
  token?: string | undefined
}

/** Microseconds of the server's processor for one answer. */
export function costOfSingleAnswers(
  { url, pid, token }: Answering,
  beforeEach: () => Promise<void> = async () => {},
): Promise<number> {
  return costOf(pid, async () => {
    await beforeEach()
    await sendRequests({ url, token, count: 1, connections: 1, etags: 'none' })
  })
}

/** The same of a list that has changed before each of them, and of which nothing is kept. */
export function costOfListAfresh(dashboard: MeasuredDashboard, path: string): Promise<number> {
  const { url, pid, token } = dashboard
  return costOfSingleAnswers({ url: `${url}${path}`, pid, token }, () =>
    raiseVersion(dashboard, 'jobs'),
  )
}

async function costOf(pid: number, answerOne: () => Promise<void>): Promise<number> {
  const ms = await processorMsOf(pid, async () => {
    for (let index = 0; index < requests; index += 1) await answerOne()
  })
  return (ms / requests) * 1_000
}
