import { readIsSampleData, readLastImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'

/**
 * Returns what `read` reads, with facts about the import that the data are from. If another import ends meanwhile, they
 * are read again, since old and new data could be mixed; no lock is held.
 */
export async function readOfOneImport<T>(db: Db, read: () => Promise<T>) {
  for (;;) {
    const lastImport = await readLastImport(db)
    const isSampleData = await readIsSampleData(db)
    const content = await read()
    if ((await readLastImport(db)) === lastImport) return { content, lastImport, isSampleData }
  }
}
