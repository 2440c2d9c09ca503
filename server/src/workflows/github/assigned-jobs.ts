export type AssignedJobs = ReturnType<typeof createAssignedJobs>

/** The jobs for which this server, of several, has to send GitHub a request. */
export function createAssignedJobs() {
  const ids = new Set<string>()
  return {
    add: (id: string) => ids.add(id),
    delete: (id: string) => ids.delete(id),
    has: (id: string) => ids.has(id),
    isEmpty: () => ids.size === 0,
    /** Reads a list of jobs; those that were assigned before and are not in it are no longer assigned. */
    async keepListed<Job extends { id: string }>(list: () => Promise<Job[]>): Promise<Job[]> {
      const before = [...ids]
      const jobs = await list()
      const listed = new Set(jobs.map(({ id }) => id))
      for (const id of before) if (!listed.has(id)) ids.delete(id)
      return jobs
    },
  }
}
