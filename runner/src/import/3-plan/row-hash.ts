import { hash } from 'node:crypto'
import { mappingVersion } from '../1-read/row-mapping.ts'

/** Ends the hash of a row that was imported with warnings, which are said again each time. */
const withWarnings = 'w'

/**
 * What is kept with a volunteer to see that its row has not changed (docs/decisions/0025-import-hashes.md): made
 * of the row's cells, the version of the mapping, and the time at which the volunteer was written, so that it
 * holds for no other state of the volunteer.
 */
export function rowHash(
  rawData: string,
  updatedAt: string,
  hasWarnings = false,
  version = mappingVersion,
): string {
  const text = hash('sha256', `${version} ${updatedAt} ${rawData}`, 'base64url').slice(0, 22)
  return hasWarnings ? text + withWarnings : text
}

/** Whether the row is as it was when the hash was kept; if so, whether it had warnings. */
export function compareRowHash(
  kept: string | null,
  rawData: string,
  updatedAt: string,
): 'changed' | 'same' | 'same-with-warnings' {
  if (kept === null) return 'changed'
  const now = rowHash(rawData, updatedAt)
  if (kept === now) return 'same'
  return kept === now + withWarnings ? 'same-with-warnings' : 'changed'
}
