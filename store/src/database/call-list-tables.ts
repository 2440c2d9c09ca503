import type { CallOutcome, CallPlaceKind } from '@dashboard/contract/call-lists'
import type { Selectable } from 'kysely'
import type { IsoText } from './column-values.ts'

/** One for each place and time. */
export interface CallListsTable {
  id: string
  kind: CallPlaceKind
  /** Name of the circuit or cart location. */
  place: string
  /** YYYY-MM-DD */
  day: string
  timeSlot: string
  /** Full name. */
  createdBy: string
  createdAt: IsoText
}

/**
 * How the call of a person ended. No foreign key to volunteers: who leaves the sheet and comes back is found by
 * Locust ID or name (docs/call-lists.md#imports).
 */
export interface CallOutcomesTable {
  id: string
  listId: string
  volunteerId: string
  locustId: string | null
  /** Name, congregation and circuit, as imports match by them. */
  personKey: string
  firstName: string
  lastName: string
  circuit: string | null
  congregation: string | null
  /** The number that was called. */
  phone: string | null
  outcome: CallOutcome
  /** Full name. */
  by: string
  at: IsoText
}

export type CallOutcomeRow = Selectable<CallOutcomesTable>
