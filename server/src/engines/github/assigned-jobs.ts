/** The jobs for which this server, of several, has to send GitHub a request. */
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

  /** Reads a list of jobs; those that were assigned before and are not in it are no longer assigned. */
  async keepListed<Job extends { id: string }>(list: () => Promise<Job[]>): Promise<Job[]> {
    const before = [...this.#ids]
    const jobs = await list()
    const listed = new Set(jobs.map(({ id }) => id))
    for (const id of before) if (!listed.has(id)) this.#ids.delete(id)
    return jobs
  }
}
