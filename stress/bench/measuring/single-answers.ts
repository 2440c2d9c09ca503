import { raiseVersion } from './fill-tables.ts'
import type { MeasuredDashboard } from './measured-dashboard.ts'
import { processorMsOf } from './process-figures.ts'
import { sendRequests } from './send-requests.ts'

/** Answers of which no two are under way at a time, each over a connection of its own. */

const requests = 300

interface Address {
  url: string
  token?: string | undefined
}

interface Answering extends Address {
  pid: number
}

/** Microseconds of the server's processor for one answer. */
export async function costOfSingleAnswers(
  { pid, ...address }: Answering,
  beforeEach: () => Promise<void> = async () => {},
): Promise<number> {
  const ms = await processorMsOf(pid, async () => {
    for (let index = 0; index < requests; index += 1) {
      await beforeEach()
      await sendOne(address)
    }
  })
  return (ms / requests) * 1_000
}

/** The same of a list that has changed before each of them, and of which nothing is kept. */
export function costOfListAfresh(dashboard: MeasuredDashboard, path: string): Promise<number> {
  const { url, pid, token } = dashboard
  return costOfSingleAnswers({ url: `${url}${path}`, pid, token }, () =>
    raiseVersion(dashboard, 'jobs'),
  )
}

/** The bytes of an answer as they travel. */
export async function sizeOfAnswer(address: Address): Promise<number> {
  const answer = await sendOne(address)
  if (!answer) throw new Error(`${address.url} did not answer`)
  return answer.bytes
}

function sendOne({ url, token }: Address) {
  return sendRequests({ url, token, count: 1, connections: 1, etags: 'none' })
}
