import type { IsoText } from './column-values.ts'

/** When each user last requested jobs; as `notice_watchers`, when a visible page of theirs last asked for notices. */
export interface PresenceTable {
  userId: string
  lastAskedAt: IsoText
}

/** Leases that one server at a time holds, such as the one for polling GitHub. */
export interface LeaderLeasesTable {
  name: string
  owner: string
  expiresAt: IsoText
}

/** A version per kind of data, raised in the transaction of every change: the source of ETags. */
export interface DataVersionsTable {
  name: string
  /** Counts the changes. */
  version: number
  /** Random, and another one with every change. */
  stamp: string
}
