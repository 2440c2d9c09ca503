import type { Scope } from '@dashboard/store/database/scope'

/** The circuits whose volunteers somebody may see; the index in memory holds everybody. */
export type VolunteerScope = Pick<Scope, 'circuits'>
