import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getAutomationStatus } from '@dashboard/contract/automation'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { getHealth } from '@dashboard/contract/health'
import { listJobs, syncJobs } from '@dashboard/contract/jobs'
import { pollMs } from '@dashboard/contract/limits'
import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { getLookupOptions, listReports, startCongregationReport } from '@dashboard/contract/reports'
import { importSheet } from '@dashboard/contract/sync'
import { createAccountWith } from '../../e2e/accounts.ts'
import { type ApiClient, signInByApi } from '../../e2e/api-client.ts'
import { writeVolunteerSheet } from '../bench/importing/volunteer-sheet.ts'
import { insertJobs, insertReports } from '../bench/measuring/fill-tables.ts'
import { type MeasuredDashboard, startMeasured } from '../bench/measuring/measured-dashboard.ts'
import { memoryMb } from '../bench/measuring/process-figures.ts'
import { headersOf, sendRequest } from '../bench/measuring/send-requests.ts'
import { percentile } from '../bench-suite.ts'
import {
  createRandom,
  type Random,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'

/**
 * Simulates people whose pages poll as the web app does, while a large import and a large report job run
 * (docs/torture.md).
 */

const defaultUsers = 200
const defaultMinutes = 10
const maxMs = 250
const importedRows = 50_000
const congregationCount = 160
const reportTargets = 100
const maxJobMs = 20 * 60_000
const sampleMs = 5_000

const polled: readonly [Endpoint, number][] = [
  [listJobs, pollMs.jobsActive],
  [syncJobs, pollMs.jobSync],
  [listReports, pollMs.reportsActive],
  [getAutomationStatus, pollMs.automationStatus],
  [getMonitoringStatus, pollMs.monitoringStatus],
]
/** More frequent than the checks of monitoring services. */
const healthMs = 500

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count: users = defaultUsers, minutes = defaultMinutes, print } = options
  const checks = startChecks(print)
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-load-'))
  const sheet = join(folder, 'volunteers.csv')
  const environment = { SPREADSHEET: `file:${sheet}`, IMPORT_MAX_REMOVAL: '1' }
  const dashboard = await startMeasured('sqlite', environment)
  const memory: number[] = []
  const timer = setInterval(() => memory.push(memoryMb(dashboard.pid, 'present')), sampleMs)
  try {
    const api = await signInByApi(dashboard)
    await insertJobs(dashboard, 100)
    await insertReports(dashboard, 2_000)
    await writeVolunteerSheet(sheet, 3_000, congregationCount)
    const filled = await api.call(importSheet)
    if (filled.status !== 200) throw new Error(`No first import: ${JSON.stringify(filled.body)}`)
    const tokens = await signInPeople(dashboard, api, users)
    await writeVolunteerSheet(sheet, importedRows, congregationCount)
    print(`${users} signed in, 100 jobs, 2,000 reports; ${minutes} minutes begin`)
    memory.length = 0
    const polling = pollAll(dashboard, tokens, minutes * 60_000, createRandom(seed))
    const jobs = await runJobs(api)
    const polls = await polling
    checks.add('the import and the report job complete', jobs.problems)
    for (const [call, { ms, errors }] of Object.entries(polls)) {
      const p99 = percentile(ms, 0.99)
      checks.add(`${call} is answered without an error`, errors.slice(0, 5))
      checks.add(
        `the 99th percentile of ${call} is under ${maxMs} ms`,
        p99 < maxMs ? [] : [`${p99.toFixed(0)} ms`],
      )
    }
    const third = Math.floor(memory.length / 3)
    const first = mean(memory.slice(0, third))
    const last = mean(memory.slice(-third))
    checks.add(
      'memory stays flat',
      last <= first * 1.2 ? [] : [`${first.toFixed(0)} MB became ${last.toFixed(0)} MB`],
    )
    return checks.result({
      ...describePolls(polls),
      ...jobs.figures,
      'memory, first third, MB': Math.round(first),
      'memory, last third, MB': Math.round(last),
      'memory, at most, MB': Math.round(Math.max(...memory)),
    })
  } finally {
    clearInterval(timer)
    await dashboard.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates accounts, and returns the token of a session of each. */
async function signInPeople(dashboard: MeasuredDashboard, api: ApiClient, count: number) {
  const tokens: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const account = { username: `staff-${number}`, password: 'correct horse battery' }
    tokens.push((await signInByApi(dashboard, await createAccountWith(api, account))).token)
  }
  return tokens
}

interface Polls {
  /** Milliseconds of every call. */
  ms: number[]
  /** Responses other than 200 or 304. */
  errors: string[]
  unchanged: number
}

/** Lets each person's page poll while jobs are active, sending each ETag back as a browser does. */
async function pollAll(
  { url }: MeasuredDashboard,
  tokens: readonly string[],
  durationMs: number,
  random: Random,
): Promise<Record<string, Polls>> {
  const agent = new Agent({ keepAlive: true })
  const endsAt = performance.now() + durationMs
  const all: Record<string, Polls> = {}
  const poll = async ({ path, method }: Endpoint, everyMs: number, token?: string) => {
    all[path] ??= { ms: [], errors: [], unchanged: 0 }
    const polls = all[path]
    let etag: string | undefined
    await sleep(random.between(0, everyMs))
    while (performance.now() < endsAt) {
      const startedAt = performance.now()
      try {
        const headers = headersOf(token, etag)
        const answer = await sendRequest(url + path, { method, headers, agent })
        polls.ms.push(performance.now() - startedAt)
        if (answer.status === 304) polls.unchanged += 1
        else if (answer.status === 200) etag = answer.headers.etag
        else polls.errors.push(String(answer.status))
      } catch (error) {
        polls.errors.push(String(error))
      }
      await sleep(everyMs)
    }
  }
  const people = tokens.flatMap((token) =>
    polled.map(([endpoint, everyMs]) => poll(endpoint, everyMs, token)),
  )
  await Promise.all([poll(getHealth, healthMs), ...people])
  agent.destroy()
  return all
}

/** Runs one import of many rows and one job of many reports at the same time. */
async function runJobs(api: ApiClient) {
  const { congregations } = (await api.call(getLookupOptions)).body
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
  const figures: TortureResult['figures'] = {}
  const problems: string[] = []
  const importing = api.call(importSheet).then(({ status, body }) => {
    figures[`import of ${importedRows} rows, s`] = seconds()
    if (status !== 200) problems.push(`the import was answered ${status}: ${JSON.stringify(body)}`)
  })
  const body = { congregations: congregations.slice(0, reportTargets) }
  const { jobId } = (await api.call(startCongregationReport, { body })).body
  const job = await api.waitForJob(jobId, undefined, maxJobMs)
  figures[`job of ${reportTargets} reports, s`] = seconds()
  if (job.status !== 'completed') problems.push(`the report job ended: ${job.error}`)
  await importing
  return { figures, problems }
}

function describePolls(all: Record<string, Polls>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).map(([call, { ms, errors, unchanged }]) => {
      const at = (share: number) => `${percentile(ms, share).toFixed(0)} ms`
      return [
        call,
        `${ms.length} calls, ${unchanged} unchanged, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}, ${errors.length} errors`,
      ]
    }),
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
