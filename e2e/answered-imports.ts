import type { ImportTotals } from '@dashboard/contract/automation'
import type { ImportReject } from '@dashboard/contract/import-rejects'
import type {
  ChangeKind,
  ImportChange,
  ImportCircuit,
  ImportDetail,
  ImportGuard,
} from '@dashboard/contract/imports'
import type { Page } from '@playwright/test'
import { longName } from './crowded-reports.ts'
import { minutesAgo } from './job-rows.ts'

/** Mocks responses about reviews and imports in fixed states, for specs of their page. */

export const importId = '00000000-0000-4000-8000-00000000aaaa'

const noTotals: ImportTotals = {
  rows: 0,
  new: 0,
  moved: 0,
  changed: 0,
  left: 0,
  unchanged: 0,
  skipped: 0,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}

/** Returns a review that is ready, apart from the overrides. */
export function reviewed(overrides: Partial<ImportDetail> = {}): ImportDetail {
  return {
    id: importId,
    kind: 'review',
    status: 'ready',
    jobId: importId,
    createdAt: minutesAgo(12),
    createdBy: 'Ada Lovelace',
    completedAt: null,
    appliedBy: null,
    durationMs: 4_200,
    totals: noTotals,
    sourceImportId: null,
    undoneImportId: null,
    uploadedName: null,
    sourceCompletedAt: null,
    isRestorable: false,
    isCurrent: false,
    hasDetails: true,
    source: 'the workbook volunteers.xlsx',
    guard: null,
    warnings: [],
    outdated: null,
    isUndoable: false,
    ...overrides,
  }
}

/** The guard of an import that it has stopped, without what stopped it. */
export const emptyGuard: ImportGuard = {
  isStopped: true,
  removals: 0,
  volunteers: 400,
  isTotalExceeded: false,
  congregations: [],
  columns: [],
  erasures: 0,
  replaced: [],
  replacements: 0,
  unknownColumns: [],
  confirmedBy: null,
}

const kinds: readonly ChangeKind[] = ['new', 'moved', 'changed', 'left']
const perCircuit = 13
const noCounts = { new: 0, moved: 0, changed: 0, left: 0, unchanged: 0, skipped: 0 }
const asBefore = { isNew: false, isGone: false }

/** Returns circuits of 13 congregations with twenty volunteers each, one of whom has a change. */
export function crowdedCircuits(circuits: number): ImportCircuit[] {
  return Array.from({ length: circuits }, (_, circuit) => {
    const congregations = Array.from({ length: perCircuit }, (_, at) => ({
      ...noCounts,
      ...asBefore,
      unchanged: 19,
      skipped: at === 0 ? 2 : 0,
      congregation: circuit === 0 && at === 1 ? longName : `Congregation ${circuit + 1}-${at + 1}`,
      [kinds[at % kinds.length] ?? 'new']: 1,
      isNew: circuit === 1 && at < 3,
      isGone: circuit === 2 && at === 0,
    }))
    const sum = (key: keyof typeof noCounts) =>
      congregations.reduce((total, each) => total + each[key], 0)
    return {
      ...asBefore,
      circuit: `NY-${circuit + 1}`,
      congregations,
      skipped: sum('skipped'),
      new: sum('new'),
      moved: sum('moved'),
      changed: sum('changed'),
      left: sum('left'),
      unchanged: sum('unchanged'),
      isNew: circuit === 1,
    }
  })
}

export function totalsOf(circuits: readonly ImportCircuit[]): ImportTotals {
  const totals = { ...noTotals }
  for (const each of circuits) {
    for (const key of Object.keys(noCounts) as (keyof typeof noCounts)[]) totals[key] += each[key]
  }
  return { ...totals, newCircuits: 1, newCongregations: 3, leftCongregations: 1 }
}

const astoria = { circuit: 'NY-1', congregation: 'Congregation 1-1' }

/** One change of each kind; the first is doubtful. */
export const changes: ImportChange[] = kinds.map((kind, id) => ({
  id,
  kind,
  volunteerId: `v${id}`,
  locustId: kind === 'new' ? null : `L-${id}`,
  name: ['Ann Lee', 'Bo Kim', 'Cleo Marsh', 'Dan Ruiz'][id] ?? '',
  from: kind === 'new' ? null : kind === 'moved' ? { ...astoria, circuit: 'NY-9' } : astoria,
  to: kind === 'left' ? null : astoria,
  fields:
    kind === 'left'
      ? []
      : [
          {
            field: 'Mobile Phone',
            before: kind === 'new' ? null : '212 555 0100',
            after: '212 555 0199',
          },
          {
            field: 'Email Address',
            before: kind === 'new' ? null : 'c.marsh@example.org',
            after: null,
          },
        ],
  isDoubtful: id === 0,
}))

export const rejects: ImportReject[] = [
  ...[{ column: 'Last Name', value: null, reason: 'The last name is missing.' }],
  ...[{ column: 'Locust ID', value: 'L-77', reason: 'The Locust ID stands in row 12 already.' }],
].map((reject, id) => ({
  id,
  row: 1_204 + id,
  ...astoria,
  ...reject,
  firstSeenAt: id === 0 ? '2026-11-03T15:00:00.000Z' : minutesAgo(12),
}))

interface Answers {
  import: ImportDetail
  circuits?: ImportCircuit[]
}

/** Makes the page get these responses instead of the server's. */
export async function answerImport(page: Page, answers: Answers): Promise<void> {
  const { import: entry, circuits = [] } = answers
  const isOutdated = entry.outdated !== null
  const rest = { nextCursor: null }
  await page.route(`**/api/imports/${entry.id}`, (route) =>
    route.fulfill({ json: { import: entry, isOutdated, circuits } }),
  )
  await page.route(`**/api/imports/${entry.id}/changes?*`, (route) =>
    route.fulfill({ json: { changes, total: changes.length, ...rest } }),
  )
  await page.route(`**/api/imports/${entry.id}/rejects?*`, (route) =>
    route.fulfill({ json: { rejects, total: rejects.length, ...rest } }),
  )
}
