import type { Report } from '@dashboard/contract/reports'

/** The ids of the reports that are selected in the Download Center. */
export type Picked = ReadonlySet<string>

export type PickedAction =
  | { type: 'pick'; id: string; isPicked: boolean }
  /** Adds reports to the selection. */
  | { type: 'pickAll'; ids: readonly string[] }
  | { type: 'clear' }

export const nothingPicked: Picked = new Set()

export function reducePicked(picked: Picked, action: PickedAction): Picked {
  if (action.type === 'clear') return nothingPicked
  if (action.type === 'pickAll') return new Set([...picked, ...action.ids])
  const next = new Set(picked)
  if (action.isPicked) next.add(action.id)
  else next.delete(action.id)
  return next
}

/** Leaves out reports that somebody else has deleted; in the order of the list. */
export function stillThere(picked: Picked, reports: readonly Report[]): string[] {
  return reports.filter(({ id }) => picked.has(id)).map(({ id }) => id)
}
