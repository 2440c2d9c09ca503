import type { IsoText } from './column-values.ts'

/**
 * What volunteers are found and sorted by, made of their rows and those of their places by
 * `store/src/volunteers/fold-volunteers.ts`, and of nothing else.
 */
export type VolunteerSearchTable = {
  volunteerId: string
  /** Folded, with a blank before each word. */
  names: string
  /** Likewise e-mail, congregation and circuit. */
  others: string
  /** How names and places of other scripts sound in Latin letters. */
  sounds: string
  /** Of the telephone number. */
  digits: string
  /** By which names are sorted: the last one, a tab, the first one. */
  nameKey: string
  /** Of the folding; what another one has made is folded again. */
  foldVersion: number
}

/** Filters of a list that a user has saved under a name. */
export interface SavedFiltersTable {
  id: string
  userId: string
  name: string
  /** The part of the address behind `?`. */
  filters: string
  createdAt: IsoText
}
