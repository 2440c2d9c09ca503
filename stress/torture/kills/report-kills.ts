import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  deleteAllReports,
  deleteReport,
  deleteReports,
  getLookupOptions,
  startCongregationReport,
} from '@dashboard/contract/reports'
import { newestJob } from './import-kills.ts'
import type { KillBench } from './kill-bench.ts'
import type { Scenario } from './scenario.ts'
import type { StoredContent } from './stored-content.ts'

const reportsPerJob = 40
const reportsToDelete = 12

/** Kills a job of 40 reports: each report must be made once, whichever runner made it. */
export const reportKills: Scenario = {
  name: 'reports',
  share: 0.12,
  victims: ['runner', 'both', 'server'],
  changes: ['reports', 'report_contents', 'job_circuits'],
  aim: 'anywhere',
  windowMs: 6_000,
  async begin(bench) {
    const names = await congregations(bench, reportsPerJob)
    let acknowledged: string | undefined
    return {
      waitsForRunner: true,
      async work() {
        const { status, body } = await bench.api.call(startCongregationReport, {
          body: { congregations: names },
        })
        if (status !== 202) return
        acknowledged = body.jobId
        await bench.api.waitForJob(body.jobId, undefined, 180_000)
      },
      problemsWhenKilled: (before, killed) => lostReports(before, killed, []),
      async problemsWhenSettled(before, settled) {
        const lost = lostReports(before, settled, [])
        const job = await newestJob(bench, 'congregation-report', before)
        if (job === undefined) return acknowledged ? ['the acknowledged job is gone'] : lost
        if (job.status !== 'completed') lost.push(`the job ended as ${job.status}: ${job.error}`)
        const made = reportsOf(settled).filter((report) => report.jobId === job.id)
        const targets = made.map((report) => String(report.target)).sort()
        if (targets.join() !== [...names].sort().join()) {
          lost.push(`${targets.length} reports of ${names.length} targets`)
        }
        return lost
      },
    }
  },
}

/**
 * Kills deletions of one report, several and all: acknowledged deletions must persist, and all other reports must be
 * complete.
 */
export const deleteKills: Scenario = {
  name: 'delete',
  share: 0.1,
  victims: ['server'],
  changes: ['reports'],
  aim: 'anywhere',
  windowMs: 80,
  async begin(bench) {
    await makeReports(bench)
    const ids = (await bench.api.reports()).map((report) => report.id)
    const acknowledged = new Set<string>()
    const asked = new Set<string>()
    const request = async (gone: readonly string[], call: () => Promise<{ status: number }>) => {
      for (const id of gone) asked.add(id)
      const { status } = await call()
      if (status === 200) for (const id of gone) acknowledged.add(id)
    }
    const all = bench.random.next() < 0.3
    const bulk = ids.slice(4, 9)
    return {
      waitsForRunner: false,
      async work() {
        if (all) return request(ids, () => bench.api.call(deleteAllReports))
        const singles = ids
          .slice(0, 4)
          .map((id) => request([id], () => bench.api.call(deleteReport, { params: { id } })))
        const together = request(bulk, () => bench.api.call(deleteReports, { body: { ids: bulk } }))
        await Promise.all([...singles, together])
      },
      problemsWhenKilled: (before, killed) => lostReports(before, killed, [...asked]),
      async problemsWhenSettled(before, settled) {
        const remaining = new Set(reportsOf(settled).map((report) => String(report.id)))
        const back = [...acknowledged].filter((id) => remaining.has(id))
        return [
          ...lostReports(before, settled, [...asked]),
          ...back.map((id) => `the deleted report ${id} is there again`),
        ]
      },
    }
  },
}

/** Returns report rows whose file is missing or has another size at present. */
export async function reportsWithoutFile(
  bench: KillBench,
  content: StoredContent,
): Promise<string[]> {
  const problems = await Promise.all(
    reportsOf(content).map(async ({ id, storageKey, size }) => {
      const path = join(bench.dataDir, 'files', String(storageKey))
      const found = await stat(path).catch(() => undefined)
      return found?.size === Number(size) ? [] : [`report ${id} has no file of ${size} bytes`]
    }),
  )
  return problems.flat()
}

/** Returns reports that existed before, should not have been deleted, and are gone. */
function lostReports(
  before: StoredContent,
  after: StoredContent,
  deleted: readonly string[],
): string[] {
  const remaining = new Set(reportsOf(after).map((report) => String(report.id)))
  return reportsOf(before)
    .map((report) => String(report.id))
    .filter((id) => !remaining.has(id) && !deleted.includes(id))
    .map((id) => `report ${id} is gone`)
}

function reportsOf(content: StoredContent) {
  return content.get('reports') ?? []
}

async function makeReports(bench: KillBench): Promise<void> {
  if ((await bench.api.reports()).length >= reportsToDelete) return
  const body = { congregations: await congregations(bench, reportsToDelete) }
  const { jobId } = (await bench.api.call(startCongregationReport, { body })).body
  await bench.api.waitForJob(jobId, undefined, 180_000)
}

async function congregations(bench: KillBench, count: number): Promise<string[]> {
  return (await bench.api.call(getLookupOptions)).body.congregations.slice(0, count)
}
