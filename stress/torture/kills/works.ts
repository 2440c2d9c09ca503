import { createUser } from '@dashboard/contract/accounts'
import {
  confirmLogoUpload,
  getBrandSettings,
  requestLogoUpload,
  updateBrandSettings,
} from '@dashboard/contract/brand'
import {
  deleteAllReports,
  deleteReport,
  deleteReports,
  getLookupOptions,
  startCongregationReport,
} from '@dashboard/contract/reports'
import { importSheet, startExport } from '@dashboard/contract/sync'
import { importState, importTables } from './imported-content.ts'
import type { KillBench, Victim } from './kill-bench.ts'
import { newJob, type StoredContent, tablesThatDiffer } from './stored-content.ts'

/** The kinds of work during which processes are killed (docs/torture.md). */

export interface Work {
  name: string
  victims: readonly [Victim, ...Victim[]]
  /** Tables that this work may change; all others must stay unchanged. */
  changes: readonly string[]
  begin(bench: KillBench): Promise<Attempt>
}

interface Attempt {
  /** Does the work, and records what was acknowledged; a kill may make it throw. */
  work(): Promise<void>
  /** Returns what is wrong right after the kill. */
  whenKilled?(before: StoredContent, killed: StoredContent): string[] | Promise<string[]>
  /** Returns what is wrong once everything runs again and no job is active. */
  whenSettled(before: StoredContent, settled: StoredContent): string[] | Promise<string[]>
}

const reportsPerJob = 40
const reportsToDelete = 12
const jobMs = 180_000

/** Returns why the job of a work has not completed, if there is one. */
function jobProblems(job: ReturnType<typeof newJob>): string[] {
  return !job || job.status === 'completed' ? [] : [`the job ended as ${job.status}: ${job.error}`]
}

/** An import in which every row changes. */
const importing: Work = {
  name: 'import',
  victims: ['runner', 'runner', 'both', 'server'],
  // With what an import writes about itself, and what follows from its rows.
  changes: [
    ...importTables,
    ...[
      'imports',
      'import_places',
      'import_changes',
      'import_rejects',
      'month_figures',
      'report_contents',
    ],
  ],
  async begin(bench) {
    const generation = await bench.nextGeneration()
    await bench.writeSheet(generation)
    let acknowledged = false
    return {
      async work() {
        acknowledged = (await bench.api.call(importSheet)).status === 200
      },
      whenKilled(before, killed) {
        const state = importState(before, killed, generation)
        if (state === 'half') {
          const changed = tablesThatDiffer(before, killed, importTables)
          return [`half an import is visible: ${changed.join(', ')} differ from before`]
        }
        return acknowledged && state === 'before' ? ['an acknowledged import is not there'] : []
      },
      whenSettled(before, settled) {
        const job = newJob('import', before, settled)
        const state = importState(before, settled, generation)
        const expected = job ? 'after' : 'before'
        return [
          ...jobProblems(job),
          ...(state === expected ? [] : [`the content is that of '${state}', not '${expected}'`]),
        ]
      },
    }
  },
}

const exporting: Work = {
  name: 'export',
  victims: ['runner', 'both', 'server'],
  changes: ['automation_status'],
  async begin(bench) {
    const generation = await bench.nextGeneration()
    const former = await bench.sheet()
    const next = bench.sheetOf(generation)
    let acknowledged = false
    return {
      async work() {
        const { status, body } = await bench.api.call(startExport)
        acknowledged = status === 202
        await bench.api.waitForJob(body.jobId)
      },
      whenKilled: async () =>
        [former, next].includes(await bench.sheet()) ? [] : ['half a sheet is visible'],
      async whenSettled(before, settled) {
        const job = newJob('export', before, settled)
        if (!job) return acknowledged ? ['the acknowledged job is gone'] : []
        const isNext = (await bench.sheet()) === next
        return [...jobProblems(job), ...(isNext ? [] : ['the sheet is not that of the export'])]
      },
    }
  },
}

/** A job of 40 reports: each must be made once, whichever runner made it. */
const reporting: Work = {
  name: 'reports',
  victims: ['runner', 'both', 'server'],
  changes: ['reports', 'report_contents', 'job_circuits'],
  async begin(bench) {
    const congregations = await congregationNames(bench, reportsPerJob)
    let acknowledged = false
    return {
      async work() {
        const { status, body } = await bench.api.call(startCongregationReport, {
          body: { congregations },
        })
        acknowledged = status === 202
        await bench.api.waitForJob(body.jobId, undefined, jobMs)
      },
      whenKilled: (before, killed) => lostReports(before, killed),
      whenSettled(before, settled) {
        const job = newJob('congregation-report', before, settled)
        const lost = lostReports(before, settled)
        if (!job) return acknowledged ? [...lost, 'the acknowledged job is gone'] : lost
        const made = (settled.get('reports') ?? []).filter(({ jobId }) => jobId === job.id)
        const targets = made.map(({ target }) => String(target)).sort()
        const isEachOnce = targets.join() === congregations.toSorted().join()
        return [
          ...lost,
          ...jobProblems(job),
          ...(isEachOnce ? [] : [`${targets.length} reports of ${congregations.length} targets`]),
        ]
      },
    }
  },
}

/** A change that must be stored once it was acknowledged, and may be if it was not. */
interface Write {
  what: string
  send(): Promise<{ status: number }>
  isStored(content: StoredContent): boolean | Promise<boolean>
}

let writeCount = 0

/** Deletions of reports, an upload of a logo, a new account and a setting, all at once. */
const writing: Work = {
  name: 'writes',
  victims: ['server'],
  changes: ['reports', 'brand_settings', 'users'],
  async begin(bench) {
    writeCount += 1
    const ids = await makeReports(bench)
    const deleted = bench.random.next() < 0.3 ? ids : ids.slice(0, 9)
    const writes = [...deletions(bench, deleted, ids.length), ...settings(bench, writeCount)]
    const acknowledged = new Set<Write>()
    return {
      async work() {
        await Promise.all(
          writes.map(async (write) => {
            if ((await write.send()).status < 300) acknowledged.add(write)
          }),
        )
      },
      async whenSettled(before, settled) {
        const problems = lostReports(before, settled, deleted)
        for (const { what, isStored } of acknowledged) {
          if (!(await isStored(settled))) problems.push(`the acknowledged ${what} is not there`)
        }
        if ((await shownLogo(bench)) === 'missing') problems.push('the logo has no file')
        return problems
      },
    }
  },
}

/** Deletes all reports by one call, or some one by one and some together. */
function deletions({ api }: KillBench, ids: readonly string[], reports: number): Write[] {
  const deletion = (gone: readonly string[], send: Write['send']): Write => ({
    what: `deletion of ${gone.join()}`,
    send,
    isStored: (content) =>
      (content.get('reports') ?? []).every(({ id }) => !gone.includes(String(id))),
  })
  if (ids.length === reports) return [deletion(ids, () => api.call(deleteAllReports))]
  const together = ids.slice(4)
  return [
    deletion(together, () => api.call(deleteReports, { body: { ids: together } })),
    ...ids
      .slice(0, 4)
      .map((id) => deletion([id], () => api.call(deleteReport, { params: { id } }))),
  ]
}

function settings(bench: KillBench, count: number): Write[] {
  const { api } = bench
  const username = `user-${count}`
  const account = { username, password: 'correct horse', firstName: 'Mia', lastName: 'Ortega' }
  const logoZoom = count % 2 === 0 ? 0.8 : 1.2
  const params = { id: 'default' }
  return [
    {
      what: `account ${username}`,
      send: () => api.call(createUser, { body: account }),
      isStored: (content) => !!content.get('users')?.some((user) => user.username === username),
    },
    {
      what: `size ${logoZoom}`,
      send: () => api.call(updateBrandSettings, { params, body: { logoZoom } }),
      isStored: (content) => Number(content.get('brand_settings')?.[0]?.logoZoom) === logoZoom,
    },
    {
      what: `logo ${count}`,
      send: () => uploadLogo(bench, `logo-${count}.svg`),
      isStored: async () => (await shownLogo(bench)) === `logo-${count}.svg`,
    },
  ]
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'

async function uploadLogo({ api, url }: KillBench, fileName: string) {
  const file = { fileName, fileSize: drawing.length, mimeType: 'image/svg+xml' as const }
  const { uploadUrl, logoId } = (await api.call(requestLogoUpload, { body: file })).body
  const headers = { 'content-type': file.mimeType }
  await fetch(new URL(uploadUrl, url), { method: 'PUT', headers, body: drawing })
  return api.call(confirmLogoUpload, { params: { logoId }, body: file })
}

/** Returns the name of the logo that is shown, if there is one, or `missing` when it has no file. */
async function shownLogo({ api, url }: KillBench): Promise<string | null | undefined> {
  const { brandSettings } = (await api.call(getBrandSettings)).body
  if (!brandSettings?.logoUrl) return undefined
  const { ok } = await fetch(new URL(brandSettings.logoUrl, url))
  return ok ? brandSettings.logoFileName : 'missing'
}

/** Returns the ids of all reports, of which there are then some to delete. */
async function makeReports(bench: KillBench): Promise<string[]> {
  const { api } = bench
  if ((await api.reports()).length < reportsToDelete) {
    const body = { congregations: await congregationNames(bench, reportsToDelete) }
    const { jobId } = (await api.call(startCongregationReport, { body })).body
    await api.waitForJob(jobId, undefined, jobMs)
  }
  return (await api.reports()).map(({ id }) => id)
}

async function congregationNames({ api }: KillBench, count: number): Promise<string[]> {
  return (await api.call(getLookupOptions)).body.congregations.slice(0, count)
}

/** Returns reports that existed before, should not have been deleted, and are gone. */
function lostReports(
  before: StoredContent,
  after: StoredContent,
  deleted: readonly string[] = [],
): string[] {
  const remaining = new Set((after.get('reports') ?? []).map(({ id }) => id))
  return (before.get('reports') ?? [])
    .filter(({ id }) => !remaining.has(id ?? null) && !deleted.includes(String(id)))
    .map(({ id }) => `report ${id} is gone`)
}

/** Each is as likely as the others; half of the kills are of imports. */
export const works = [
  ...[importing, importing, importing, importing],
  ...[exporting, reporting, writing, writing],
] as const
