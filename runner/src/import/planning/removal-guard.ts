import { formatCount } from '@dashboard/contract/counts'
import { asksForRemovals, type ImportGuard } from '@dashboard/contract/imports'
import type { ExistingPlaces, KnownVolunteer } from '../matching/existing-data.ts'

/** With fewer volunteers than this the share of removed ones is not limited. */
const guardedVolunteers = 20
/** The same for one congregation. */
const guardedInCongregation = 10

/** Whom a plan removes. */
export type Removals = Pick<
  ImportGuard,
  'removals' | 'volunteers' | 'isTotalExceeded' | 'congregations'
>

/**
 * Whether a larger share of the volunteers, or of those of one congregation, would be removed than is allowed
 * (docs/imports.md#the-guard). Who moves elsewhere is not removed.
 */
export function checkRemoval(
  known: readonly KnownVolunteer[],
  { circuits, congregations: places }: ExistingPlaces,
  maxRemoval: number,
): Removals {
  const names = new Map([...circuits, ...places].map(({ id, name }) => [id, name]))
  const counts = new Map<string | null, Removals['congregations'][number]>()
  let removals = 0
  for (const { isKept, circuitId, congregationId } of known) {
    const count = counts.get(congregationId) ?? {
      circuit: names.get(circuitId ?? '') ?? '',
      congregation: names.get(congregationId ?? '') ?? '',
      removals: 0,
      volunteers: 0,
    }
    if (count.volunteers === 0) counts.set(congregationId, count)
    count.volunteers += 1
    if (isKept) continue
    count.removals += 1
    removals += 1
  }
  const isTotalExceeded = exceeds(removals, known.length, guardedVolunteers, maxRemoval)
  const congregations = [...counts.values()]
    .filter((count) => exceeds(count.removals, count.volunteers, guardedInCongregation, maxRemoval))
    .sort((one, other) => other.removals - one.removals)
  return { removals, volunteers: known.length, isTotalExceeded, congregations }
}

function exceeds(removals: number, volunteers: number, from: number, share: number): boolean {
  return volunteers >= from && removals > volunteers * share
}

/** 'remove 11 of 20 volunteers'; `undefined` where it removes no more than is allowed. */
export function describeRemoval(found: Removals): string | undefined {
  if (!asksForRemovals(found)) return undefined
  const [gone, all] = [found.removals, found.volunteers].map(formatCount)
  const [first] = found.congregations
  if (found.isTotalExceeded || !first) return `remove ${gone} of ${all} volunteers`
  const more = found.congregations.length - 1
  const others =
    more > 0
      ? ` and too many of ${more} other ${more === 1 ? 'congregation' : 'congregations'}`
      : ''
  return `remove ${formatCount(first.removals)} of ${formatCount(first.volunteers)} volunteers of ${first.congregation} (${first.circuit})${others}`
}
