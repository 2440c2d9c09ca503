import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../../background/background-loop.ts'
import { buildIndex, type VolunteerIndex } from './build-index.ts'

/** How often the version is read, and for how long after the last search. */
const lookEveryMs = 1_000
const awaitedMs = 15 * 60_000

interface IndexOptions {
  build?: (db: Db) => Promise<VolunteerIndex>
  log: { warn(details: object, message: string): void }
}

/**
 * The volunteers in memory, read again after each change of them: searches and counts go through all of them in a few
 * milliseconds, alike on both databases (docs/decisions/0030-volunteer-search.md). If somebody has searched lately, an
 * import is read as soon as it is written, so that the next search does not have to wait for that.
 */
export class KeptIndex {
  #kept: { version: string; index: Promise<VolunteerIndex> } | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  readonly #db: Db
  readonly #build: (db: Db) => Promise<VolunteerIndex>
  readonly #loop: BackgroundLoop

  constructor(db: Db, { build = buildIndex, log }: IndexOptions) {
    this.#db = db
    this.#build = build
    this.#loop = new BackgroundLoop({
      run: () => this.#readAhead(),
      everyMs: lookEveryMs,
      firstAfterMs: lookEveryMs,
      failed: 'Could not read the volunteers ahead',
      log,
    })
  }

  /** Returns the volunteers as they are now; waits while they are read. */
  read(): Promise<VolunteerIndex> {
    this.#askedAt = performance.now()
    return this.#readCurrent()
  }

  /** Begins to read changes ahead of the next search. */
  open(): void {
    this.#loop.open()
  }

  close(): Promise<void> {
    return this.#loop.close()
  }

  async #readAhead(): Promise<unknown> {
    return performance.now() - this.#askedAt < awaitedMs ? this.#readCurrent() : 'idle'
  }

  async #readCurrent(): Promise<VolunteerIndex> {
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
