import { importSheet, startExport } from '@dashboard/contract/sync'
import { importedLines, importTables } from './imported-content.ts'
import type { KillBench } from './kill-bench.ts'
import type { Scenario } from './scenario.ts'
import { type StoredContent, tablesThatDiffer } from './stored-content.ts'

/** What an import writes about itself, and what follows from its rows. */
const importRecords = [
  'imports',
  'import_places',
  'import_changes',
  'import_rejects',
  'report_contents',
]

/**
 * Kills an import in which every row changes, mostly near its end. Right after the kill, the tables contain either the
 * former content or the new sheet, and in the end the new sheet.
 */
export const importKills: Scenario = {
  name: 'import',
  share: 0.5,
  victims: ['runner', 'runner', 'both', 'server'],
  changes: [...importTables, ...importRecords],
  aim: 'end',
  windowMs: 900,
  async begin(bench) {
    const generation = await bench.nextGeneration()
    await bench.writeSheet(generation)
    let acknowledged = false
    const stateOf = (before: StoredContent, content: StoredContent) =>
      importState(bench, before, content, generation)
    return {
      waitsForRunner: true,
      async work() {
        acknowledged = (await bench.api.call(importSheet)).status === 200
      },
      problemsWhenKilled(before, killed) {
        const state = stateOf(before, killed)
        if (state === 'half') return [describeHalf(before, killed)]
        return acknowledged && state === 'before' ? ['an acknowledged import is not there'] : []
      },
      async problemsWhenSettled(before, settled) {
        const state = stateOf(before, settled)
        const job = await newestJob(bench, 'import', before)
        if (job === undefined) return state === 'before' ? [] : ['changed without a job']
        if (job.status !== 'completed') return [`the import ended as ${job.status}: ${job.error}`]
        if (state === 'after') return []
        const differing = firstDifference(importedLines(settled), bench.expectedLines(generation))
        return [`the completed import left the content '${state}': ${differing}`]
      },
    }
  },
}

/** Kills an export: the sheet is the old one or the new one, and in the end the new one. */
export const exportKills: Scenario = {
  name: 'export',
  share: 0.12,
  victims: ['runner', 'both', 'server'],
  changes: ['automation_status'],
  aim: 'anywhere',
  windowMs: 500,
  async begin(bench) {
    const generation = await bench.nextGeneration()
    const sheetBefore = await bench.sheet()
    const expected = bench.expectedSheet(generation)
    let acknowledged: string | undefined
    return {
      waitsForRunner: true,
      async work() {
        const { status, body } = await bench.api.call(startExport)
        if (status !== 202) return
        acknowledged = body.jobId
        await bench.api.waitForJob(body.jobId)
      },
      problemsWhenKilled: () => [],
      sheetIsWhole: async () => [sheetBefore, expected].includes(await bench.sheet()),
      async problemsWhenSettled(before) {
        const job = await newestJob(bench, 'export', before)
        if (job === undefined) return acknowledged ? ['the acknowledged job is gone'] : []
        if (job.status !== 'completed') return [`the export ended as ${job.status}: ${job.error}`]
        return (await bench.sheet()) === expected ? [] : ['the sheet is not that of the export']
      },
    }
  },
}

/** Returns `after` for exactly the new sheet, `before` for exactly the former content, `half` for neither. */
export function importState(
  bench: KillBench,
  before: StoredContent,
  content: StoredContent,
  generation: number,
): 'before' | 'after' | 'half' {
  const changed = changedTables(before, content)
  if (changed.length === 0) return 'before'
  const expected = bench.expectedLines(generation).join('\n')
  const isRecorded = changed.includes('automation_status')
  return isRecorded && importedLines(content).join('\n') === expected ? 'after' : 'half'
}

function firstDifference(found: readonly string[], expected: readonly string[]): string {
  const index = expected.findIndex((line, at) => line !== found[at])
  return `${found.length} of ${expected.length} rows; ${found[index]} instead of ${expected[index]}`
}

function changedTables(before: StoredContent, after: StoredContent): string[] {
  return tablesThatDiffer(before, after, importTables)
}

function describeHalf(before: StoredContent, killed: StoredContent): string {
  const changed = changedTables(before, killed)
  const unchanged = importTables.filter((table) => !changed.includes(table))
  return `half an import is visible: changed ${changed.join(', ')}; unchanged ${unchanged.join(', ')}`
}

interface EndedJob {
  id: string
  status: string
  error: string | null
}

/** Returns the newest job of a type that did not exist before. */
export async function newestJob(
  bench: KillBench,
  type: string,
  before: StoredContent,
): Promise<EndedJob | undefined> {
  const known = new Set((before.get('jobs') ?? []).map((row) => row.id))
  const rows = await bench.database.query<EndedJob>(
    `select id, status, error from jobs where type = '${type}' order by sequence desc limit 5`,
  )
  return rows.find((row) => !known.has(row.id))
}
