import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { getHealth } from '@dashboard/contract/health'
import { listJobs } from '@dashboard/contract/jobs'
import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { listReports } from '@dashboard/contract/reports'
import type { ApiClient } from '../../../e2e/api-client.ts'
import { type Answered, healthProblems } from './health-truth.ts'

/** Calls that pages poll. */
const polled: readonly Endpoint[] = [listJobs, listReports, getMonitoringStatus]
const pollers = 8
const pauseMs = 200
const maxMs = 15_000

export interface WatchedCalls {
  served: number
  /** Number of 503 responses. */
  refused: number
  slowestMs: number
  problems: Readonly<
    Record<'answers come in time' | 'answers are 200 or 503' | 'health is right', string[]>
  >
}

/** Makes the calls that eight clients poll, and health, until it is stopped; then returns the results. */
export function watchCalls(api: ApiClient): { stop(): Promise<WatchedCalls> } {
  let isStopped = false
  const calls: Answered[] = []
  const health: Answered[] = []
  const ask = async (endpoint: Endpoint, answers: Answered[]) => {
    while (!isStopped) {
      const begunAt = performance.now()
      const { status } = await api.call(endpoint)
      answers.push({ begunAt, endedAt: performance.now(), status })
      await sleep(pauseMs)
    }
  }
  const asking = Promise.all([
    ask(getHealth, health),
    ...Array.from({ length: pollers }, () => polled.map((endpoint) => ask(endpoint, calls))).flat(),
  ])
  // It rejects when it is stopped, possibly before anybody awaits it.
  asking.catch(() => {})
  return {
    async stop() {
      isStopped = true
      await asking
      return judge(calls, health)
    },
  }
}

function judge(calls: readonly Answered[], health: readonly Answered[]): WatchedCalls {
  const slowestMs = Math.max(
    ...[...calls, ...health].map(({ begunAt, endedAt }) => endedAt - begunAt),
  )
  const odd = calls.filter(({ status }) => status !== 200 && status !== 503)
  return {
    served: calls.filter(({ status }) => status === 200).length,
    refused: calls.filter(({ status }) => status === 503).length,
    slowestMs,
    problems: {
      'answers come in time': slowestMs > maxMs ? [`one took ${slowestMs.toFixed(0)} ms`] : [],
      'answers are 200 or 503': odd.slice(0, 5).map(({ status }) => `one was ${status}`),
      'health is right': healthProblems(health, calls),
    },
  }
}
