import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSheet } from '@dashboard/contract/sync'
import { exportVolunteersCsv, exportVolunteersXlsx } from '@dashboard/contract/volunteer-exports'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { signInByApi } from '../../e2e/api-client.ts'
import { startDashboard } from '../../e2e/dashboard.ts'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'
import { watchHealth } from './connections/watch-health.ts'
import { csvOf } from './kills/imported-content.ts'

/** Exports many lists at once from one address, while another asks for health (docs/torture.md). */

const volunteers = 10_000
const defaultExports = 40
const maxMs = 500

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { count = defaultExports, print } = options
  const checks = startChecks(print)
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-one-address-'))
  const sheetPath = join(dataDir, 'volunteers.csv')
  const dashboard = await startDashboard({ SPREADSHEET: `file:${sheetPath}` }, dataDir)
  try {
    const api = await signInByApi(dashboard)
    await writeFile(sheetPath, csvOf(0, volunteers, 400))
    const filled = await api.call(importSheet)
    if (filled.status !== 200) throw new Error(`No import: ${JSON.stringify(filled.body)}`)
    // Who exports has the list open: the first search reads all volunteers into memory.
    await api.call(listVolunteers)
    const figures: TortureResult['figures'] = {}
    const measure = async (title: string, work: () => Promise<string[]>) => {
      const health = watchHealth(dashboard.url)
      const problems = await work()
      const { slowestMs, failed, asked } = await health.stop()
      checks.add(title, problems)
      checks.add(
        `${title}: health is answered within ${maxMs} ms`,
        failed > 0 || slowestMs >= maxMs ? [`${slowestMs} ms, ${failed} failed`] : [],
      )
      figures[`${title}: health`] = `at most ${slowestMs} ms of ${asked}`
    }
    for (const { path } of [exportVolunteersCsv, exportVolunteersXlsx]) {
      await measure(`${count} at once of ${path}`, async () => {
        const answers = await Promise.all(
          Array.from({ length: count }, async () => {
            const headers = { authorization: `Bearer ${api.token}` }
            const answer = await fetch(dashboard.url + path, { headers })
            const bytes = (await answer.arrayBuffer()).byteLength
            return answer.status === 200 && bytes > 50_000 ? [] : [`${answer.status}`]
          }),
        )
        return answers.flat()
      })
    }
    return checks.result(figures)
  } finally {
    await dashboard.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
