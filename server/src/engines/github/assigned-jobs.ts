/** The ids of jobs for which this server, and no other one, sends the request to GitHub. */
export class AssignedJobs extends Set<string> {
  /**
   * Reads a list of jobs. Jobs that were assigned before the call and are missing in the list are no longer assigned.
   */
  async listAndPrune<Job extends { id: string }>(list: () => Promise<Job[]>): Promise<Job[]> {
    const before = [...this]
    const jobs = await list()
    const listed = new Set(jobs.map(({ id }) => id))
    for (const id of before) if (!listed.has(id)) this.delete(id)
    return jobs
  }
}
