import { SheetError } from '../../spreadsheets/sheet-error.ts'

/** With fewer volunteers than this the share of removed ones is not limited. */
const guardedVolunteers = 20

/** @throws SheetError when a larger share of the volunteers would be removed than is allowed. */
export function guardRemoval(removed: number, existing: number, maxRemoval: number): void {
  if (existing < guardedVolunteers || removed <= existing * maxRemoval) return
  const [gone, all] = [removed, existing].map((count) => count.toLocaleString('en-US'))
  throw new SheetError(
    'removes-too-much',
    `The sheet would remove ${gone} of ${all} volunteers, so nothing was changed. Check that the sheet is complete. If they really are to go, ask an administrator.`,
    { details: 'If they really are to go, set IMPORT_MAX_REMOVAL to 1 and run the import again.' },
  )
}
