import { localTime } from '@dashboard/contract/local-time'
import { readIsSampleData, readLastImport } from '@dashboard/store/automation-status'
import type { Scope } from '@dashboard/store/database/scope'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { nameAndUsername, type SignedInUser } from './access-guard.ts'

/** Who has a file made, and what they may see. */
export interface FileMaker {
  user: SignedInUser
  scope: Pick<Scope, 'circuits'>
}

/**
 * What a file of volunteers says of itself behind its rows: for whose circuits it was made, of which day the data
 * is, and who made it when (docs/decisions/0037-exported-lists.md).
 */
export async function fileFacts(db: ScopedDb, { user, scope }: FileMaker): Promise<string[][]> {
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
