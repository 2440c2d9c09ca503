import type { AutomationStatus } from '@dashboard/contract/automation'

const storageKey = 'first_steps'

/** `open` once an administrator has seen the installation empty, `away` once the administrator has closed the card. */
type Kept = 'open' | 'away'

export function keepFirstSteps(state: Kept): void {
  localStorage.setItem(storageKey, state)
}

/**
 * Whether the first steps are shown: from an administrator's first visit to an empty installation until the card is
 * closed.
 */
export function areStepsOffered({ lastImport }: Pick<AutomationStatus, 'lastImport'>): boolean {
  const kept = localStorage.getItem(storageKey)
  return kept === 'open' || (kept === null && lastImport === null)
}
