import type { AuditFilter } from '@dashboard/contract/audit'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import { formatCount } from '@dashboard/contract/counts'

export const entriesPerPage = 50

/** The values of the fields above the log; an empty text chooses nothing. */
export interface AuditChoice {
  search: string
  action: AuditAction | ''
  /** The person, as the list of people names them. */
  actor: string
  /** A day such as `2026-11-20`. */
  from: string
  to: string
}

export const everything: AuditChoice = { search: '', action: '', actor: '', from: '', to: '' }

export function isEverything(choice: AuditChoice): boolean {
  return Object.keys(toFilter(choice)).length === 0
}

/** Returns the choice as the API accepts it. */
export function toFilter({ search, action, actor, from, to }: AuditChoice): AuditFilter {
  const q = search.trim()
  return {
    ...(q !== '' && { q }),
    ...(action !== '' && { action }),
    ...(actor !== '' && { actor }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  }
}

/** Returns '1 entry', '51–100 of 1,234 entries'. */
export function describePage(before: number, shown: number, total: number): string {
  const noun = total === 1 ? 'entry' : 'entries'
  if (shown === total) return `${formatCount(total)} ${noun}`
  const range = `${formatCount(before + 1)}–${formatCount(before + shown)}`
  return `${range} of ${formatCount(total)} ${noun}`
}
