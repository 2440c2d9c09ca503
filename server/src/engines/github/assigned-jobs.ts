/** The jobs for which this server, and no other one, sends the request to GitHub. */
export class AssignedJobs {
  readonly #ids = new Set<string>()

  add(id: string): void {
    this.#ids.add(id)
  }

  delete(id: string): void {
    this.#ids.delete(id)
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  isEmpty(): boolean {
    return this.#ids.size === 0
  }

  /**
   * Reads a list of jobs. Jobs that were assigned before the call and are missing in the list are no longer assigned.
   */
  async keepListed<Job extends { id: string }>(list: () => Promise<Job[]>): Promise<Job[]> {
    const before = [...this.#ids]
    const jobs = await list()
    const listed = new Set(jobs.map(({ id }) => id))
    for (const id of before) if (!listed.has(id)) this.#ids.delete(id)
    return jobs
  }
}
