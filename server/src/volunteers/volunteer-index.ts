import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { buildIndex, type VolunteerIndex } from './build-index.ts'

/** How often the version is looked at, and for how long after the last search. */
const lookEveryMs = 1_000
const awaitedMs = 15 * 60_000

export interface KeptIndex {
  /** Of the volunteers as they are now; waits while they are read. */
  read(): Promise<VolunteerIndex>
  /** From here on a change is read ahead of the next search. */
  open(): void
  close(): void
}

interface IndexOptions {
  build?: (db: Db) => Promise<VolunteerIndex>
  /** Gets what went wrong while no search waited. */
  onError: (error: unknown) => void
}

/**
 * The volunteers in memory, read again after each change of them: searches and counts go through all of them in
 * a few milliseconds, alike on both databases (docs/decisions/0030-volunteer-search.md). Where somebody has searched
 * lately, an import is read as soon as it is written, so that the next search need not wait for all of it.
 */
export function createVolunteerIndex(
  db: Db,
  { build = buildIndex, onError }: IndexOptions,
): KeptIndex {
  let kept: { version: string; index: Promise<VolunteerIndex> } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const current = async () => {
    const version = await readVersion(db, 'volunteers')
    if (kept?.version === version) return kept.index
    const made = { version, index: buildUnchanged(db, version, build) }
    kept = made
    made.index.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.index
  }

  return {
    read() {
      askedAt = performance.now()
      return current()
    },
    open() {
      timer = setInterval(() => {
        if (performance.now() - askedAt < awaitedMs) current().catch(onError)
      }, lookEveryMs)
      timer.unref()
    },
    close: () => clearInterval(timer),
  }
}

/** An import that commits while pages are read would leave the index half old and half new. */
async function buildUnchanged(
  db: Db,
  version: string,
  build: (db: Db) => Promise<VolunteerIndex>,
): Promise<VolunteerIndex> {
  for (let before = version; ; ) {
    const index = await build(db)
    const after = await readVersion(db, 'volunteers')
    if (after === before) return index
    before = after
  }
}
