import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { cacheNewest } from '../../http/cache-newest.ts'
import { buildIndex, type VolunteerIndex } from './build-index.ts'

/**
 * Returns what reads the volunteers as they are now. They are cached in memory, and read again by the first search
 * after each change of them: searches and counts go through all of them in a few milliseconds, alike on both databases
 * (docs/decisions/0030-volunteer-search.md).
 */
export function createIndexReader(db: Db, build = buildIndex): () => Promise<VolunteerIndex> {
  const cached = cacheNewest<VolunteerIndex>()
  return async () => {
    const version = await readVersion(db, 'volunteers')
    return cached('all', version, () => buildUnchanged(db, build, version))
  }
}

/**
 * Builds the index again while the data changes: an import that commits between two pages leaves an index half old,
 * half new.
 */
async function buildUnchanged(db: Db, build: typeof buildIndex, version: string) {
  for (let before = version; ; ) {
    const index = await build(db)
    const after = await readVersion(db, 'volunteers')
    if (after === before) return index
    before = after
  }
}
