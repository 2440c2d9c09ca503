import { localTime } from '@dashboard/contract/local-time'
import { readIsSampleData, readLastImport } from '@dashboard/store/automation-status'
import type { Scope } from '@dashboard/store/database/scope'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { nameAndUsername, type SignedInUser } from './access-check.ts'

/** The user for whom a file is made, and what that user may see. */
export interface FileMaker {
  user: SignedInUser
  scope: Pick<Scope, 'circuits'>
}

/**
 * Returns the lines that a file of volunteers has below its rows: for which circuits it was made, from which day the
 * data is, and who made it when (docs/volunteers.md#export).
 */
export async function fileMetadata(db: ScopedDb, { user, scope }: FileMaker): Promise<string[][]> {
  const by = nameAndUsername(user)
  return [
    ...(scope.circuits ? [['Limited to', scope.circuits.join('; ')]] : []),
    ['Data of', await readDataDay(db)],
    ['Exported', `${localTime(new Date().toISOString())}, by ${by}`],
  ]
}

async function readDataDay(db: ScopedDb): Promise<string> {
  const lastImport = await readLastImport(db)
  if (lastImport === null) return 'Nothing imported yet'
  return `${localTime(lastImport)}${(await readIsSampleData(db)) ? ' (sample data)' : ''}`
}
