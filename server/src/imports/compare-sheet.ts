import { hashFile } from '@dashboard/store/files/hash-file'
import type { Settings } from '@dashboard/store/settings/settings'

/**
 * Returns whether the sheet's file has other bytes than when it was reviewed; `undefined` when only a job can tell,
 * since the spreadsheet is no file of this machine.
 */
export async function isSheetChanged(
  spreadsheet: Settings['spreadsheet'],
  reviewedHash: string | null,
): Promise<boolean | undefined> {
  if (spreadsheet.kind === 'google') return undefined
  return (await hashFile(spreadsheet.path)) !== reviewedHash
}
