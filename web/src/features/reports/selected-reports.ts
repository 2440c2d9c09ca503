import type { Report } from '@dashboard/contract/reports'

/** The ids of the reports that are selected in the Download Center. */
export type SelectedIds = ReadonlySet<string>

export type SelectionChange =
  | { type: 'select'; id: string; isSelected: boolean }
  | { type: 'selectAll'; ids: readonly string[] }
  | { type: 'clear' }

export const noneSelected: SelectedIds = new Set()

export function reduceSelected(selected: SelectedIds, action: SelectionChange): SelectedIds {
  if (action.type === 'clear') return noneSelected
  if (action.type === 'selectAll') return new Set([...selected, ...action.ids])
  const next = new Set(selected)
  if (action.isSelected) next.add(action.id)
  else next.delete(action.id)
  return next
}

/** Leaves out reports that somebody else has deleted; in the order of the list. */
export function existingIds(selected: SelectedIds, reports: readonly Report[]): string[] {
  return reports.filter(({ id }) => selected.has(id)).map(({ id }) => id)
}
