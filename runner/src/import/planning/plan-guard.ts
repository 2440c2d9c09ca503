import { formatCount } from '@dashboard/contract/counts'
import { asksForRemovals, type ColumnLoss, type ImportGuard } from '@dashboard/contract/imports'
import { listNames, listTitles } from '@dashboard/contract/name-list'
import { SheetError } from '../../spreadsheets/sheet-error.ts'
import { describeRemoval, type Removals } from './removal-guard.ts'

/** What the guard finds in a plan; nobody has confirmed anything yet. */
export type PlanGuard = Omit<ImportGuard, 'confirmedBy'>

interface Findings {
  removals: Removals
  columns: ColumnLoss[]
  unknownColumns: readonly string[]
}

/** Whether a plan waits for an administrator: it would remove too many volunteers, or erase columns. */
export function guardPlan({ removals, columns, unknownColumns }: Findings): PlanGuard {
  return {
    ...removals,
    isStopped: asksForRemovals(removals) || columns.length > 0,
    columns,
    erasures: columns.reduce((sum, { erased }) => sum + erased, 0),
    unknownColumns: [...unknownColumns],
  }
}

/** Of a plan that neither removes nor erases anything. */
export function unguarded(volunteers: number, unknownColumns: readonly string[]): PlanGuard {
  const removals = { removals: 0, volunteers, isTotalExceeded: false, congregations: [] }
  return guardPlan({ removals, columns: [], unknownColumns })
}

/**
 * What an import that the guard has stopped fails with. `mayBeMeant` are the unknown columns among which a missing
 * one may be.
 */
export function stoppedByGuard(guard: PlanGuard, mayBeMeant: readonly string[]): SheetError {
  const removal = describeRemoval(guard)
  const erasure = describeErasure(guard.columns)
  const what = [removal, erasure].filter((part) => part !== undefined).join(', and ')
  const check =
    erasure === undefined
      ? 'Check that the sheet is complete.'
      : `${describeTitles(guard.columns, mayBeMeant)} Check the sheet.`
  return new SheetError(
    removal === undefined ? 'erases-too-much' : 'removes-too-much',
    `The sheet would ${what}, so nothing was changed. ${check} If they really are to go, ask an administrator.`,
    {
      details:
        removal === undefined
          ? 'If the values really are to go, confirm their number on the page of this import.'
          : 'If they really are to go, confirm their number on the page of this import. Or set IMPORT_MAX_REMOVAL to 1 and run the import again.',
    },
  )
}

const namedColumns = 3

/** 'erase 30 of 30 values of 'Mobile Phone''; `undefined` where no column loses too many. */
function describeErasure(columns: readonly ColumnLoss[]): string | undefined {
  if (columns.length === 0) return undefined
  const losses = columns.map(
    ({ column, erased, values }) =>
      `${formatCount(erased)} of ${formatCount(values)} values of '${column}'`,
  )
  return `erase ${listNames(losses, namedColumns)}`
}

/** Which columns are missing, and which others may be they; nothing where all are there. */
function describeTitles(columns: readonly ColumnLoss[], mayBeMeant: readonly string[]): string {
  const missing = columns.filter(({ isMissing }) => isMissing).map(({ column }) => column)
  if (missing.length === 0) {
    return 'The cells that held them are blank now, or say something that is not understood.'
  }
  const titles = listTitles(missing, namedColumns)
  const said =
    missing.length === 1 ? `The column ${titles} is missing` : `The columns ${titles} are missing`
  if (mayBeMeant.length === 0) return `${said}.`
  const others = listTitles(mayBeMeant)
  return mayBeMeant.length === 1
    ? `${said}; the unknown column ${others} may be meant.`
    : `${said}; the unknown columns ${others} may be meant.`
}
