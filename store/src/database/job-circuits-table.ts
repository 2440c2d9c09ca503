/** Of which circuits the reports of a job are (docs/behavior.md#limited-users). */
export interface JobCircuitsTable {
  id: string
  jobId: string
  /** The name; empty for a target that named nothing. */
  circuit: string
}
