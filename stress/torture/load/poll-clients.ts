import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAutomationStatus } from '@dashboard/contract/automation'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { getHealth } from '@dashboard/contract/health'
import { listJobs, syncJobs } from '@dashboard/contract/jobs'
import { pollMs } from '@dashboard/contract/limits'
import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { listReports } from '@dashboard/contract/reports'
import { acceptEncoding } from '../../accepted-encodings.ts'
import { createRandom } from '../../torture-suite.ts'
import { type Latencies, latenciesOf } from './latencies.ts'

/**
 * Process started by `load.ts`: it simulates signed-in people whose pages poll while jobs are active and send each ETag
 * back as a browser does (docs/behavior.md#polling). Reads its task from stdin as JSON, and prints its measurements as
 * JSON.
 */

const polled: readonly [Endpoint, number][] = [
  [listJobs, pollMs.jobsActive],
  [syncJobs, pollMs.jobSync],
  [listReports, pollMs.reportsActive],
  [getAutomationStatus, pollMs.automationStatus],
  [getMonitoringStatus, pollMs.monitoringStatus],
]

interface Task {
  url: string
  tokens: string[]
  seed: number
  seconds: number
}

const task = JSON.parse(await text(process.stdin)) as Task
const agent = new Agent({ keepAlive: true })
const random = createRandom(task.seed)
const endsAt = performance.now() + task.seconds * 1_000
const measured: Record<string, Latencies> = {}

interface Answer {
  status: number
  etag: string | undefined
  body: string
}

function call(endpoint: Endpoint, token: string, etag: string | undefined): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(
    new URL(endpoint.path, task.url),
    {
      agent,
      method: endpoint.method,
      headers: {
        'accept-encoding': acceptEncoding,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(etag && { 'if-none-match': etag }),
      },
    },
    (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, etag: response.headers.etag, body }),
        reject,
      )
    },
  )
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The server closed an idle connection while this request was being sent; browsers repeat such a request, too.
    if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(call(endpoint, token, etag))
    else reject(error)
  })
  sent.end()
  return promise
}

async function poll(endpoint: Endpoint, everyMs: number, token: string): Promise<void> {
  const latencies = latenciesOf(measured, endpoint.path)
  let etag: string | undefined
  await sleep(random.between(0, everyMs))
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    try {
      const answer = await call(endpoint, token, etag)
      const ms = Math.round((performance.now() - startedAt) * 10) / 10
      latencies.ms.push(ms)
      if (answer.status === 304) latencies.unchanged += 1
      else if (answer.status === 200) etag = answer.etag
      else latencies.errors.push(`${answer.status} ${answer.body.slice(0, 200)}`)
    } catch (error) {
      latencies.errors.push(String(error))
    }
    await sleep(everyMs)
  }
}

/** More frequent than the checks of monitoring services. */
const healthMs = 500

await Promise.all([
  poll(getHealth, healthMs, ''),
  ...task.tokens.flatMap((token) =>
    polled.map(([endpoint, everyMs]) => poll(endpoint, everyMs, token)),
  ),
])
agent.destroy()
process.stdout.write(JSON.stringify(measured))
