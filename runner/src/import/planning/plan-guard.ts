import { countOf, formatCount } from '@dashboard/contract/counts'
import {
  type ColumnLoss,
  type ImportGuard,
  otherIds,
  removesTooMany,
  replacedWords,
  type ValueReplacement,
} from '@dashboard/contract/imports'
import { listNames, listTitles } from '@dashboard/contract/name-list'
import { SheetError } from '../../spreadsheets/sheet-error.ts'
import type { ExistingPlaces, KnownVolunteer } from '../matching/existing-data.ts'

/** Fewer removals than this are allowed, unless they are all volunteers. */
const guardedRemovals = 5
/** Below this number of volunteers, a congregation may lose any share of them. */
const guardedInCongregation = 10

type Removals = Pick<ImportGuard, 'removals' | 'volunteers' | 'isTotalExceeded' | 'congregations'>

/** The guard's findings about a plan, before anybody has confirmed them. */
export type PlanGuard = Omit<ImportGuard, 'confirmedBy'>

interface Sheet {
  /** Volunteers of the sheet. */
  imported: number
  maxRemoval: number
}

/**
 * Finds out whether a plan removes a larger share of all volunteers, or of one congregation's, than is allowed
 * (docs/imports.md#the-guard). Volunteers who move elsewhere are not removed. A sheet without a person may remove nobody,
 * whatever is allowed.
 */
export function checkRemoval(
  known: readonly KnownVolunteer[],
  { circuits, congregations: places }: ExistingPlaces,
  { imported, maxRemoval }: Sheet,
): Removals {
  const names = new Map([...circuits, ...places].map(({ id, name }) => [id, name]))
  const counts = new Map<string | null, Removals['congregations'][number]>()
  let removals = 0
  for (const { isMatched, circuitId, congregationId } of known) {
    const count = counts.getOrInsertComputed(congregationId, () => ({
      circuit: names.get(circuitId ?? '') ?? '',
      congregation: names.get(congregationId ?? '') ?? '',
      removals: 0,
      volunteers: 0,
    }))
    count.volunteers += 1
    if (isMatched) continue
    count.removals += 1
    removals += 1
  }
  const isMany = removals >= guardedRemovals || removals === known.length
  const isTotalExceeded =
    (imported === 0 && removals > 0) || (isMany && removals > known.length * maxRemoval)
  const congregations = [...counts.values()]
    .filter(({ volunteers }) => volunteers >= guardedInCongregation)
    .filter((count) => count.removals > count.volunteers * maxRemoval)
    .sort((one, other) => other.removals - one.removals)
  return { removals, volunteers: known.length, isTotalExceeded, congregations }
}

interface Findings {
  removals: Removals
  columns: ColumnLoss[]
  replaced: ValueReplacement[]
  /** Whether the sheet was uploaded; only then replaced values stop it. */
  isUploaded: boolean
  unknownColumns: readonly string[]
  hasOtherIds: boolean
}

/**
 * Returns the guard's findings. A plan is stopped if it would remove too many volunteers, or erase columns; that of an
 * uploaded sheet also if it would replace most values.
 */
export function guardPlan({
  removals,
  columns,
  replaced,
  isUploaded,
  unknownColumns,
  hasOtherIds,
}: Findings): PlanGuard {
  const isReplaced = isUploaded && replaced.length > 0
  return {
    ...removals,
    isStopped: removesTooMany(removals) || columns.length > 0 || isReplaced,
    columns,
    replaced,
    replacements: isReplaced ? replaced.reduce((sum, each) => sum + each.replaced, 0) : 0,
    erasures: columns.reduce((sum, { erased }) => sum + erased, 0),
    unknownColumns: [...unknownColumns],
    hasOtherIds,
  }
}

/** Returns the findings for a plan that removes and erases nothing, or sample data only. */
export function unguarded(volunteers: number, unknownColumns: readonly string[]): PlanGuard {
  const removals = { removals: 0, volunteers, isTotalExceeded: false, congregations: [] }
  const nothing = { columns: [], replaced: [], isUploaded: false, hasOtherIds: false }
  return guardPlan({ removals, ...nothing, unknownColumns })
}

export function losesValues(guard: PlanGuard): boolean {
  return removesTooMany(guard) || guard.columns.length > 0
}

/**
 * Returns the error of an import that the guard has stopped. `possibleTitles` are unknown columns of the sheet, one of
 * which may be the missing column under another title.
 */
export function stoppedByGuard(guard: PlanGuard, possibleTitles: readonly string[]): SheetError {
  const removal = describeRemoval(guard)
  const erasure = describeErasure(guard.columns)
  const replacement = describeReplacement(guard)
  const what = [removal, erasure, replacement].filter((part) => part !== undefined).join(', and ')
  if (removal === undefined && erasure === undefined) {
    return new SheetError(
      'guard',
      `The sheet would ${what}, so nothing was changed. Check that it is the right sheet. If the values really have changed, ${confirming}`,
    )
  }
  const check =
    erasure === undefined
      ? 'Check that the sheet is complete.'
      : `${describeTitles(guard.columns, possibleTitles)} Check the sheet.`
  const ids = removal !== undefined && guard.hasOtherIds ? ` ${otherIds}` : ''
  const exported = 'A list exported here may be only part of the sheet.'
  const canAllow = removal !== undefined && guard.removals < guard.volunteers
  return new SheetError(
    'guard',
    `The sheet would ${what}, so nothing was changed.${ids} ${check} ${exported} If that is right, ${confirming}`,
    canAllow
      ? { details: 'With IMPORT_MAX_REMOVAL=1, imports remove any share of the volunteers.' }
      : {},
  )
}

const confirming = 'an administrator can confirm it on the page of this import.'

/** Returns 'replace 35 of 40 phone numbers with others'; `undefined` if that does not stop the plan. */
function describeReplacement({ replaced, replacements }: PlanGuard): string | undefined {
  if (replacements === 0) return undefined
  const kinds = replaced.map(
    ({ kind, replaced, values }) =>
      `${formatCount(replaced)} of ${formatCount(values)} ${replacedWords[kind]}`,
  )
  return `replace ${listNames(kinds, kinds.length)} with others`
}

/** Returns 'remove 11 of 20 volunteers'; `undefined` if no more are removed than allowed. */
function describeRemoval(found: Removals): string | undefined {
  if (!removesTooMany(found)) return undefined
  const [gone, all] = [found.removals, found.volunteers].map(formatCount)
  const [first] = found.congregations
  if (found.isTotalExceeded || !first) return `remove ${gone} of ${all} volunteers`
  const more = found.congregations.length - 1
  const others = more > 0 ? ` and too many of ${countOf(more, 'other congregation')}` : ''
  return `remove ${formatCount(first.removals)} of ${formatCount(first.volunteers)} volunteers of ${first.congregation} (${first.circuit})${others}`
}

const namedColumns = 3

/** Returns 'erase 30 of 30 values of 'Mobile Phone''; `undefined` if no column loses too many. */
function describeErasure(columns: readonly ColumnLoss[]): string | undefined {
  if (columns.length === 0) return undefined
  const losses = columns.map(
    ({ column, erased, values }) =>
      `${formatCount(erased)} of ${formatCount(values)} values of '${column}'`,
  )
  return `erase ${listNames(losses, namedColumns)}`
}

/** Returns which columns are missing, and what they may have been renamed to; empty if none is missing. */
function describeTitles(columns: readonly ColumnLoss[], possibleTitles: readonly string[]): string {
  const missing = columns.filter(({ isMissing }) => isMissing).map(({ column }) => column)
  if (missing.length === 0) {
    return 'The cells that held them are blank now, or say something that is not understood.'
  }
  const titles = listTitles(missing, namedColumns)
  const said =
    missing.length === 1 ? `The column ${titles} is missing` : `The columns ${titles} are missing`
  if (possibleTitles.length === 0) return `${said}.`
  const others = listTitles(possibleTitles)
  return possibleTitles.length === 1
    ? `${said}, perhaps renamed to ${others}.`
    : `${said}, perhaps renamed. Unknown columns: ${others}.`
}
