import type { IsoText, JsonText } from './column-values.ts'

/** A list of volunteers that somebody has asked for as PDF, and has not fetched yet. */
export interface VolunteerListsTable {
  /** Of the job that draws it. */
  id: string
  /** Who asked for it, and alone gets it. */
  userId: string
  /** The circuits that they were limited to; `null`: none. */
  circuits: JsonText | null
  /** In words. */
  filters: string
  /** In the order of the list. */
  volunteerIds: JsonText
  /** How many stand before those who were found by sound. */
  bySoundFrom: number
  /** `null` until it is drawn. */
  storageKey: string | null
  createdAt: IsoText
}
