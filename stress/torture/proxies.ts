import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadSheet } from '@dashboard/contract/columns'
import { getHealth } from '@dashboard/contract/health'
import { signInByApi } from '../../e2e/api-client.ts'
import { startDashboard } from '../../e2e/dashboard.ts'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'
import { isInstalled, proxies, startProxy } from './proxies/real-proxies.ts'

/**
 * Sends sheets that are too large, and requests that are refused before their body has ended, through real proxies,
 * while others send requests on separate connections (docs/torture.md).
 */

const defaultUploads = 14
const largeBytes = 22_000_000

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { count = defaultUploads, print } = options
  const checks = startChecks(print)
  const figures: TortureResult['figures'] = {}
  const dashboard = await startDashboard({ TRUST_PROXY: 'loopback' })
  try {
    const { token } = await signInByApi(dashboard)
    for (const program of proxies) {
      if (!isInstalled(program)) {
        print(`not tried: ${program} is not installed`)
        continue
      }
      const proxy = await startProxy(program, dashboard.url)
      try {
        const seen = await sendThrough(proxy.url, token, count)
        checks.add(`${program}: who uploads too much reads it`, seen.uploads)
        checks.add(`${program}: others are answered`, seen.others)
        figures[`${program}: uploads`] = `${count * 3 - seen.uploads.length} of ${count * 3}`
        figures[`${program}: requests of others`] =
          `${seen.asked - seen.others.length} of ${seen.asked}`
      } finally {
        await proxy.stop()
      }
    }
    return checks.result(figures)
  } finally {
    await dashboard.stop()
  }
}

/** What was not answered as it has to be. */
interface Seen {
  uploads: string[]
  others: string[]
  asked: number
}

async function sendThrough(url: string, token: string, count: number): Promise<Seen> {
  const seen: Seen = { uploads: [], others: [], asked: 0 }
  let isOver = false
  const ask = async () => {
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
    while (!isOver) {
      seen.asked += 1
      const answer = await call(agent, url, { path: getHealth.path, method: 'GET' })
      if (answer.status !== 200) seen.others.push(describe(answer))
      await sleep(20)
    }
    agent.destroy()
  }
  const upload = async (
    authorization: string,
    status: number,
    words: string,
    endsEarly = false,
  ) => {
    for (let times = 0; times < count; times += 1) {
      const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
      const answer = await call(agent, url, {
        path: uploadSheet.path,
        method: uploadSheet.method,
        authorization,
        body: Buffer.alloc(largeBytes, 'a'),
        endsEarly,
      })
      agent.destroy()
      const isRight = answer.status === status && answer.body.includes(words)
      if (!isRight && !endsEarly) seen.uploads.push(describe(answer))
    }
  }
  const asking = Array.from({ length: 8 }, ask)
  await Promise.all([
    upload(`Bearer ${token}`, 413, 'larger than 20 MB'),
    upload('', 401, 'log in'),
    upload('Bearer x', 401, ''),
    // Goes away in the middle of a body.
    upload('', 401, '', true),
  ])
  isOver = true
  await Promise.all(asking)
  return seen
}

interface Sent {
  path: string
  method: string
  authorization?: string
  body?: Buffer
  endsEarly?: boolean
}

interface Answer {
  status: number
  body: string
}

const describe = ({ status, body }: Answer) => `${status} ${body.slice(0, 100)}`

function call(agent: Agent, url: string, sent: Sent): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const failed = (error: Error) => resolve({ status: 0, body: error.message })
  const headers = {
    ...(sent.authorization && { authorization: sent.authorization }),
    ...(sent.body && { 'content-length': sent.body.length, 'content-type': 'text/csv' }),
  }
  const outgoing = request(
    new URL(sent.path, url),
    { agent, method: sent.method, headers, timeout: 20_000 },
    (response: IncomingMessage) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), failed)
    },
  )
  outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')))
  outgoing.on('error', failed)
  if (sent.endsEarly && sent.body) {
    outgoing.write(sent.body.subarray(0, 1_000_000))
    setTimeout(() => outgoing.destroy(), 200)
  } else {
    outgoing.end(sent.body)
  }
  return promise
}
