import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Job, listJobs, retryJob } from '@dashboard/contract/jobs'
import { getLookupOptions, startCongregationReport } from '@dashboard/contract/reports'
import { importSheet } from '@dashboard/contract/sync'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { startDashboard } from '../../../e2e/dashboard.ts'
import { csvOf } from '../kills/imported-content.ts'
import { openSqliteDatabase } from '../kills/stored-content.ts'
import { completedJobProblems, type Failure, failedJobProblems } from './failure.ts'

const reportTargets = 20
const littleMemory = '--max-old-space-size=20'
const rowsThatNeedMemory = 40_000
const jobMs = 180_000
const faketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
/** How long the job of a killed runner may wait, whatever happens to the clock. */
const handedOnMs = 90_000

/** Sets the clock of server and runners back by an hour while somebody is signed in and a job is running. */
export const clockSetBack: Failure = {
  name: 'clock set back an hour',
  obstacle: () => (existsSync(faketime) ? undefined : 'the package faketime is not installed'),
  async run({ dataDir, print }) {
    // Runners get HOME, where the library looks for this file, but not the library's variables.
    const file = join(dataDir, '.faketimerc')
    await writeFile(file, '+0\n')
    const clock = {
      LD_PRELOAD: faketime,
      HOME: dataDir,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }
    const dashboard = await startDashboard(clock, dataDir)
    try {
      const api = await signInByApi(dashboard)
      await api.sync()
      const jobId = await startReports(api)
      await api.waitForJob(jobId, (job) => job.status !== 'queued')
      await writeFile(file, '-3600\n')
      const [owner] = await openSqliteDatabase(dataDir).query<{ leaseOwner: string }>(
        `select "leaseOwner" from jobs where status = 'running'`,
      )
      if (owner) process.kill(Number(owner.leaseOwner.split('-')[0]), 'SIGKILL')
      const problems = owner ? [] : ['the job ended before its runner could be killed']
      const { status } = await api.call(listJobs)
      if (status !== 200) problems.push(`a session was answered ${status} after the clock changed`)
      await signInByApi(dashboard)
      const startedAt = performance.now()
      const job = await api.waitForJob(jobId, undefined, jobMs)
      const ms = performance.now() - startedAt
      print(`clock set back: the dead runner's job completed after ${(ms / 1_000).toFixed(0)} s`)
      if (ms > handedOnMs) problems.push(`the job of a dead runner took ${ms.toFixed(0)} ms`)
      problems.push(...completedJobProblems('the report job', job))
      if (job.elapsedTime?.startsWith('-')) problems.push(`elapsed time ${job.elapsedTime}`)
      return problems
    } finally {
      await dashboard.stop()
    }
  },
}

export const runnerOutOfMemory: Failure = {
  name: 'runner out of memory',
  async run({ dataDir, print }) {
    const sheetPath = join(dataDir, 'volunteers.csv')
    await writeFile(sheetPath, csvOf(0, rowsThatNeedMemory))
    const environment = { SPREADSHEET: `file:${sheetPath}` }
    // Node's command line takes precedence over NODE_OPTIONS, which therefore affects only the runners.
    const tight = await startDashboard({ ...environment, NODE_OPTIONS: littleMemory }, dataDir, [
      process.execPath,
      '--max-old-space-size=1024',
    ])
    let failed: Job
    try {
      const api = await signInByApi(tight)
      await api.call(importSheet)
      const [newest] = await api.jobs()
      if (!newest) return ['no import job']
      failed = await api.waitForJob(newest.id, undefined, jobMs)
    } finally {
      await tight.stop()
    }
    const says = failed.logs?.split('\n').find((line) => /memory/.test(line))
    print(`runner out of memory: ${failed.error} In the log: ${says ?? failed.logs}`)
    const problems = failedJobProblems('the import', failed)
    if (!says && !/memory/.test(failed.error ?? '')) problems.push('nothing is said of memory')
    const roomy = await startDashboard(environment, dataDir)
    try {
      return [...problems, ...(await retryUntilDone(await signInByApi(roomy), failed))]
    } finally {
      await roomy.stop()
    }
  },
}

async function startReports(api: ApiClient): Promise<string> {
  const { congregations } = (await api.call(getLookupOptions)).body
  const body = { congregations: congregations.slice(0, reportTargets) }
  return (await api.call(startCongregationReport, { body })).body.jobId
}

async function retryUntilDone(api: ApiClient, job: Job): Promise<string[]> {
  const retried = await api.call(retryJob, { params: { id: job.id }, body: {} })
  if (retried.status !== 202) return [`the retry was answered ${JSON.stringify(retried)}`]
  const ended = await api.waitForJob(retried.body.jobId, undefined, jobMs)
  return completedJobProblems(`the ${job.type}`, ended)
}
