import type { AutomationStatus } from '@dashboard/contract/automation'

const storageKey = 'first_steps'

/** `open` once an administrator has seen the installation empty, `away` once they have put the card away. */
type Kept = 'open' | 'away'

export function keepFirstSteps(state: Kept): void {
  localStorage.setItem(storageKey, state)
}

/** Whether an administrator is led through: from the first look at an empty installation until they put it away. */
export function areStepsOffered({ lastImport }: Pick<AutomationStatus, 'lastImport'>): boolean {
  const kept = localStorage.getItem(storageKey)
  return kept === 'open' || (kept === null && lastImport === null)
}
