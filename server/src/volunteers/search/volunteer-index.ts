import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { buildIndex, type VolunteerIndex } from './build-index.ts'

/**
 * The volunteers in memory, read again by the first search after each change of them: searches and counts go through all
 * of them in a few milliseconds, alike on both databases (docs/decisions/0030-volunteer-search.md).
 */
export class CachedIndex {
  #kept: { version: string; index: Promise<VolunteerIndex> } | undefined
  readonly #db: Db
  readonly #build: (db: Db) => Promise<VolunteerIndex>

  constructor(db: Db, build: (db: Db) => Promise<VolunteerIndex> = buildIndex) {
    this.#db = db
    this.#build = build
  }

  /** Returns the volunteers as they are now; waits while they are read. */
  async read(): Promise<VolunteerIndex> {
    const version = await readVersion(this.#db, 'volunteers')
    if (this.#kept?.version === version) return this.#kept.index
    const made = { version, index: this.#buildUnchanged(version) }
    this.#kept = made
    made.index.catch(() => {
      if (this.#kept === made) this.#kept = undefined
    })
    return made.index
  }

  /**
   * Builds the index again while the data changes: an import that commits between two pages leaves an index half old,
   * half new.
   */
  async #buildUnchanged(version: string): Promise<VolunteerIndex> {
    for (let before = version; ; ) {
      const index = await this.#build(this.#db)
      const after = await readVersion(this.#db, 'volunteers')
      if (after === before) return index
      before = after
    }
  }
}
