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
  /** What to do, as a verb. */
  label: string
  hint: string
  isDone: boolean
  /** Where it is done; `undefined` while it cannot begin, and `hint` then says why. */
  href: string | undefined
}

/** Returns the steps from an empty installation to the first colleague. */
export function firstSteps(facts: Facts): FirstStep[] {
  const { hasImport, hasReport, hasColleague } = facts
  return [
    {
      label: 'Choose your data or sample data',
      hint: dataHint(facts),
      isDone: hasImport,
      href: paths.sync,
    },
    {
      label: 'Run the first sync',
      hint: 'It imports circuits, congregations and volunteers.',
      isDone: hasImport,
      href: paths.sync,
    },
    {
      label: 'Make the first report',
      hint:
        hasImport || hasReport
          ? 'A PDF of a circuit or congregation.'
          : 'Possible after the first sync.',
      isDone: hasReport,
      href: hasImport ? paths.reports : undefined,
    },
    {
      label: 'Add a colleague',
      hint: 'An account for whoever works with you.',
      isDone: hasColleague,
      href: paths.users,
    },
  ]
}

function dataHint({ hasImport, isSampleData }: Facts): string {
  if (!hasImport)
    return `A sync imports yours from ${outsideSystem}, or sample data. Or upload a sheet.`
  return isSampleData ? 'Sample data, for trying things out.' : 'Your own volunteers are here.'
}

/** Returns the steps that are left to do. */
export function openSteps(steps: readonly FirstStep[]): FirstStep[] {
  return steps.filter(({ isDone }) => !isDone)
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
