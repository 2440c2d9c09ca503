import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { buildIndex, type VolunteerIndex } from './build-index.ts'

/**
 * The volunteers in memory, read again after each change of them: searches and counts go through all of them in
 * a few milliseconds, alike on both databases (docs/decisions/0030-volunteer-search.md).
 */
export function createVolunteerIndex(db: Db): () => Promise<VolunteerIndex> {
  let kept: { version: string; index: Promise<VolunteerIndex> } | undefined
  return async () => {
    const version = await readVersion(db, 'volunteers')
    if (kept?.version === version) return kept.index
    const made = { version, index: buildUnchanged(db, version) }
    kept = made
    made.index.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.index
  }
}

/** An import that commits while pages are read would leave the index half old and half new. */
async function buildUnchanged(db: Db, version: string): Promise<VolunteerIndex> {
  for (let before = version; ; ) {
    const index = await buildIndex(db)
    const after = await readVersion(db, 'volunteers')
    if (after === before) return index
    before = after
  }
}
