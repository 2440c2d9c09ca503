import type { AutomationStatus } from '@dashboard/contract/automation'
import { outsideSystem } from '../../format/installation.ts'
import { paths } from '../../paths.ts'
import { ifStorable } from '../../session/browser-storage.ts'

interface Facts {
  isSampleData: boolean
  hasImport: boolean
  hasReport: boolean
  hasColleague: boolean
}

export interface FirstStep {
  label: string
  hint: string
  isDone: boolean
  action: { label: string; href: string }
}

/** Returns the steps from an empty installation to the first colleague. */
export function firstSteps(facts: Facts): FirstStep[] {
  const { hasImport, hasReport, hasColleague } = facts
  return [
    {
      label: 'Your data or sample data',
      hint: dataHint(facts),
      isDone: hasImport,
      action: { label: 'Upload your own sheet', href: paths.sync },
    },
    {
      label: 'First sync',
      hint: 'Imports circuits, congregations and volunteers.',
      isDone: hasImport,
      action: { label: 'Run the first sync', href: paths.sync },
    },
    {
      label: 'First report',
      hint: 'A PDF of a circuit or congregation.',
      isDone: hasReport,
      action: { label: 'Make the first report', href: paths.reports },
    },
    {
      label: 'First colleague',
      hint: 'An account for whoever works with you.',
      isDone: hasColleague,
      action: { label: 'Add a colleague', href: paths.users },
    },
  ]
}

function dataHint({ hasImport, isSampleData }: Facts): string {
  if (!hasImport)
    return `A sync imports yours from ${outsideSystem}, or sample data. Or upload a sheet.`
  return isSampleData ? 'Sample data, for trying things out.' : 'Your own volunteers are here.'
}

/** Returns the steps that can be taken now: without data no reports can be made. */
export function openSteps(steps: readonly FirstStep[]): FirstStep[] {
  const first = steps.slice(0, 2).filter(({ isDone }) => !isDone)
  return first.length > 0 ? first : steps.filter(({ isDone }) => !isDone)
}

const storageKey = 'first_steps'

/** `open` once an administrator has seen the installation empty, `away` once the administrator has closed the card. */
type StoredState = 'open' | 'away'

export function saveFirstSteps(state: StoredState): void {
  ifStorable(() => localStorage.setItem(storageKey, state))
}

/**
 * Whether the first steps are shown: from an administrator's first visit to an empty installation until the card is
 * closed. Without an answer of the server, only the stored state counts.
 */
export function areStepsOffered(status: Pick<AutomationStatus, 'lastImport'> | undefined): boolean {
  const stored = ifStorable(() => localStorage.getItem(storageKey)) ?? null
  return stored === 'open' || (stored === null && status?.lastImport === null)
}
