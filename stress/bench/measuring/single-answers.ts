import { raiseVersion } from './fill-tables.ts'
import type { MeasuredDashboard } from './measured-dashboard.ts'
import { processorMsOf } from './process-figures.ts'
import { sendRequests } from './send-requests.ts'

/** Measures single responses: no two at the same time, each over a new connection. */

const requests = 300

interface Address {
  url: string
  token?: string | undefined
}

interface Answering extends Address {
  pid: number
}

/** Returns microseconds of the server's processor time per response. */
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

/** Returns the same for a list that changes before each response, so that nothing is cached. */
export function costOfListAfresh(dashboard: MeasuredDashboard, path: string): Promise<number> {
  const { url, pid, token } = dashboard
  return costOfSingleAnswers({ url: `${url}${path}`, pid, token }, () =>
    raiseVersion(dashboard, 'jobs'),
  )
}

/** Returns the transferred size of a response in bytes. */
export async function sizeOfAnswer(address: Address): Promise<number> {
  const answer = await sendOne(address)
  if (!answer) throw new Error(`${address.url} did not answer`)
  return answer.bytes
}

function sendOne({ url, token }: Address) {
  return sendRequests({ url, token, count: 1, connections: 1, etags: 'none' })
}
