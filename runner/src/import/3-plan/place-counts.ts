import type { ChangeKind } from '@dashboard/contract/imports'
import { joinKey } from '@dashboard/store/volunteers/person-key'

/** Where somebody is, or is to be, in words. */
export interface NamedPlace {
  circuit: string
  congregation: string
}

/** What an import does with the volunteers of one congregation; who moves counts where they move to. */
export interface PlaceCount extends NamedPlace, Record<ChangeKind, number> {
  /** Volunteers of the sheet, whether they are written or not. */
  imported: number
  skipped: number
}

export interface PlaceCounter {
  add(kind: ChangeKind | 'imported' | 'skipped', place: NamedPlace, count?: number): void
  list(): PlaceCount[]
}

export function createPlaceCounter(): PlaceCounter {
  const counts = new Map<string, PlaceCount>()
  const blank = { imported: 0, new: 0, moved: 0, changed: 0, left: 0, skipped: 0 }
  return {
    add(kind, { circuit, congregation }, by = 1) {
      const key = joinKey(circuit, congregation)
      const known = counts.get(key)
      const count = known ?? { circuit, congregation, ...blank }
      if (!known) counts.set(key, count)
      count[kind] += by
    },
    list: () => [...counts.values()],
  }
}
