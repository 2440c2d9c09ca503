import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import { keepByView, type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { readWrongNumbers } from './wrong-numbers.ts'

/** The volunteers of a scope whose number turned out to be wrong. */
export type ReadWrongNumberIds = (scope: Scope) => Promise<ReadonlySet<string>>

/** Reads them again only after a call or a volunteer has changed; each scope has its own. */
export function createWrongNumberIds(db: Db): ReadWrongNumberIds {
  const keptFor = keepByView((visible) => keepIds(db, visible))
  return (scope) => keptFor(within(db, scope))()
}

function keepIds(db: Db, visible: ScopedDb): () => Promise<ReadonlySet<string>> {
  let kept: { version: string; ids: Promise<ReadonlySet<string>> } | undefined
  return async () => {
    const version = `${await readVersion(db, 'calls')} ${await readVersion(db, 'volunteers')}`
    if (kept?.version === version) return kept.ids
    const made = { version, ids: readIds(visible) }
    kept = made
    made.ids.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.ids
  }
}

async function readIds(visible: ScopedDb): Promise<ReadonlySet<string>> {
  return new Set((await readWrongNumbers(visible)).map(({ volunteerId }) => volunteerId))
}
