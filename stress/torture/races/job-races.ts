import { cancelJob, getJob, type Job } from '@dashboard/contract/jobs'
import { getLookupOptions, startCircuitReport } from '@dashboard/contract/reports'
import { startExport } from '@dashboard/contract/sync'
import { countIn, type RaceContext, type RaceOutcome, sleep } from './race.ts'

const pressesAtOnce = 50

/** Presses Run 50 times at the same time: one press must be accepted, the others refused, and one export must exist. */
export async function presses({ api }: RaceContext, rounds: number): Promise<RaceOutcome> {
  const outcome: RaceOutcome = { problems: [], counts: {} }
  for (let round = 0; round < rounds; round += 1) {
    const known = new Set((await api.jobs()).map(({ id }) => id))
    const answers = await Promise.all(
      Array.from({ length: pressesAtOnce }, () => api.call(startExport, { body: {} })),
    )
    const started = answers.filter(({ status }) => status === 202)
    const refused = answers.filter(({ status }) => status === 409)
    const jobs = (await api.jobs()).filter(({ id, type }) => type === 'export' && !known.has(id))
    if (started.length !== 1 || refused.length !== pressesAtOnce - 1 || jobs.length !== 1) {
      outcome.problems.push(
        `round ${round}: ${started.length} started, ${refused.length} refused, ${jobs.length} jobs`,
      )
    }
    for (const { id } of jobs) {
      await api.call(cancelJob, { params: { id } })
      await api.waitForJob(id)
    }
    countIn(outcome.counts, 'rounds')
  }
  return outcome
}

/**
 * Cancels a report job of a real runner at about the moment of its completion: the job must end as the response says,
 * and stay so.
 */
export async function cancellations(course: RaceContext, rounds: number): Promise<RaceOutcome> {
  const { api, random } = course
  const outcome: RaceOutcome = { problems: [], counts: {} }
  const ended: Job[] = []
  // Changes with each round, so that either side is first about equally often.
  let delayMs = 1_000
  for (let round = 0; round < rounds; round += 1) {
    const id = await startReports(course, 1)
    await api.waitForJob(id, ({ status }) => status !== 'queued')
    await sleep(delayMs * (0.8 + 0.4 * random()))
    const { status } = await api.call(cancelJob, { params: { id } })
    const job = await api.waitForJob(id)
    const isRight = status === 200 ? isCancelled(job) : status === 409 && isCompleted(job)
    if (!isRight) outcome.problems.push(`round ${round}: ${status} and ${statusLineOf(job)}`)
    delayMs = Math.max(5, delayMs * (status === 200 ? 1.5 : 0.7))
    countIn(outcome.counts, status === 200 ? 'cancelled' : 'completed')
    ended.push(job)
  }
  for (const before of ended) {
    const { job } = (await api.call(getJob, { params: { id: before.id } })).body
    if (statusLineOf(job) !== statusLineOf(before)) {
      outcome.problems.push(`${statusLineOf(before)} has become ${statusLineOf(job)}`)
    }
  }
  return outcome
}

/** Starts a job that makes this many reports, of circuits from a random one on. */
export async function startReports({ api, random }: RaceContext, reports: number): Promise<string> {
  const { circuits } = (await api.call(getLookupOptions)).body
  const from = Math.floor(random() * Math.max(1, circuits.length - reports))
  const body = { circuits: circuits.slice(from, from + reports) }
  const { status, body: answer } = await api.call(startCircuitReport, { body })
  if (status !== 202) throw new Error(`No report: ${JSON.stringify(answer)}`)
  return answer.jobId
}

function isCancelled({ status, failureKind, cancelledBy }: Job): boolean {
  return status === 'failed' && failureKind === 'cancelled' && cancelledBy !== null
}

function isCompleted({ status, failureKind, cancelledBy, error, reports }: Job): boolean {
  const isClean = failureKind === null && cancelledBy === null && error === null
  return status === 'completed' && isClean && reports?.made === 1
}

function statusLineOf({ status, failureKind, cancelledBy, error }: Job): string {
  return JSON.stringify({ status, failureKind, cancelledBy, error })
}
