import { formatCount } from '@dashboard/contract/counts'
import type { ImportGuard } from '@dashboard/contract/imports'
import { SheetError } from '../../spreadsheets/sheet-error.ts'
import type { KnownVolunteer } from '../2-match/known-volunteers.ts'
import type { NamedPlace } from './place-counts.ts'

/** With fewer volunteers than this the share of removed ones is not limited. */
const guardedVolunteers = 20
/** The same for one congregation. */
const guardedInCongregation = 10

/** What the guard finds in a plan; nobody has confirmed anything yet. */
export type RemovalGuard = Omit<ImportGuard, 'confirmedBy'>

/**
 * Whether a larger share of the volunteers, or of those of one congregation, would be removed than is allowed
 * (docs/imports.md#the-guard). Who moves elsewhere is not removed.
 */
export function checkRemoval(
  known: readonly KnownVolunteer[],
  maxRemoval: number,
  placeOf: (volunteer: KnownVolunteer) => NamedPlace,
): RemovalGuard {
  const places = new Map<
    string | null,
    { of: KnownVolunteer; removals: number; volunteers: number }
  >()
  let removals = 0
  for (const volunteer of known) {
    const place = places.get(volunteer.congregationId) ?? {
      of: volunteer,
      removals: 0,
      volunteers: 0,
    }
    if (place.volunteers === 0) places.set(volunteer.congregationId, place)
    place.volunteers += 1
    if (volunteer.isKept) continue
    place.removals += 1
    removals += 1
  }
  const isTotalExceeded = exceeds(removals, known.length, guardedVolunteers, maxRemoval)
  const congregations = [...places.values()]
    .filter((place) => exceeds(place.removals, place.volunteers, guardedInCongregation, maxRemoval))
    .map(({ of, ...counts }) => ({ ...placeOf(of), ...counts }))
    .sort((one, other) => other.removals - one.removals)
  const isStopped = isTotalExceeded || congregations.length > 0
  return { isStopped, removals, volunteers: known.length, isTotalExceeded, congregations }
}

function exceeds(removals: number, volunteers: number, from: number, share: number): boolean {
  return volunteers >= from && removals > volunteers * share
}

/** What an import that the guard has stopped fails with. */
export function removesTooMuch(guard: RemovalGuard): SheetError {
  return new SheetError(
    'removes-too-much',
    `${describeRemoval(guard)}, so nothing was changed. Check that the sheet is complete. If they really are to go, ask an administrator.`,
    {
      details:
        'If they really are to go, confirm their number on the page of this import. Or set IMPORT_MAX_REMOVAL to 1 and run the import again.',
    },
  )
}

function describeRemoval({ removals, volunteers, ...guard }: RemovalGuard): string {
  const [gone, all] = [removals, volunteers].map(formatCount)
  const [first] = guard.congregations
  if (guard.isTotalExceeded || !first) {
    return `The sheet would remove ${gone} of ${all} volunteers`
  }
  const more = guard.congregations.length - 1
  const others =
    more > 0
      ? ` and too many of ${more} other ${more === 1 ? 'congregation' : 'congregations'}`
      : ''
  return `The sheet would remove ${formatCount(first.removals)} of ${formatCount(first.volunteers)} volunteers of ${first.congregation} (${first.circuit})${others}`
}
