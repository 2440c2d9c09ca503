import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { pruneHistory } from '@dashboard/store/imports/prune-history'

/**
 * Removes details and rows of old imports. Does nothing while an import runs, which may be reading them. Returns of how
 * many imports.
 */
export async function pruneImports(
  { db, files }: { db: Db; files: FileStore },
  retention: { imports: number; since: string },
): Promise<number> {
  const active = await db
    .selectFrom('jobs')
    .select('id')
    .where('type', 'in', ['import', 'review'])
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return active ? 0 : pruneHistory(db, files, retention)
}
