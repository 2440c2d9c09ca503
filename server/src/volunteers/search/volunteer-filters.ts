import { type VolunteerFilter, VolunteerMark } from '@dashboard/contract/volunteers'
import { type FlagName, flagBits, type Lists, type VolunteerIndex } from './build-index.ts'
import { hasMark } from './volunteer-marks.ts'
import type { ScopedPlaces } from './volunteer-places.ts'

/** A filter with its choices: whether a volunteer passes, and how many volunteers each value has. */
export interface ActiveFilter {
  /** `undefined` where nothing is chosen. */
  passes: ((volunteer: number) => boolean) | undefined
  /** Returns how many of the given volunteers have each value. */
  count(volunteers: Uint32Array): Map<string, number>
}

export type FilterName = Exclude<keyof VolunteerFilter, 'q' | 'slotsMatch'>

export function activeFilters(
  index: VolunteerIndex,
  filter: VolunteerFilter,
  { places, wrongNumbers }: { places: ScopedPlaces; wrongNumbers: ReadonlySet<string> },
): Record<FilterName, ActiveFilter> {
  const languages = index.congregations.map(({ language }, number) =>
    places.congregations[number] === undefined ? undefined : (language ?? undefined),
  )
  const slots = filter.slots?.map(({ day, timeSlot }) => `${day}:${timeSlot}`)
  return {
    circuit: placeFilter(index.circuitOf, places.circuits, filter.circuit),
    congregation: placeFilter(index.congregationOf, places.congregations, filter.congregation),
    language: placeFilter(index.congregationOf, languages, filter.language),
    location: listFilter(index.locations, places.locations, { chosen: filter.location }),
    trained: flagFilter(index, 'trained', filter.trained),
    available: flagFilter(index, 'available', filter.available),
    orientation: flagFilter(index, 'orientation', filter.orientation),
    doubleShifts: flagFilter(index, 'doubleShifts', filter.doubleShifts),
    mark: markFilter(index, filter.mark, wrongNumbers),
    slots: listFilter(index.slots, places.slots, { chosen: slots, match: filter.slotsMatch }),
  }
}

function placeFilter(
  placeOf: Int32Array,
  names: readonly (string | undefined)[],
  chosen: readonly string[] | undefined,
): ActiveFilter {
  const isChosen = names.map((name) => name !== undefined && chosen?.includes(name) === true)
  return {
    passes: chosen && ((volunteer) => isChosen[placeOf[volunteer] ?? -1] === true),
    count(volunteers) {
      const byPlace = new Uint32Array(names.length)
      for (const volunteer of volunteers) {
        const place = placeOf[volunteer] ?? -1
        if (place >= 0) byPlace[place] = (byPlace[place] ?? 0) + 1
      }
      const counts = zeros(chosen)
      for (const [place, name] of names.entries()) {
        if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + (byPlace[place] ?? 0))
      }
      return counts
    },
  }
}

function flagFilter(
  { flags }: VolunteerIndex,
  name: FlagName,
  wanted: boolean | undefined,
): ActiveFilter {
  const bit = flagBits[name]
  const isSet = (volunteer: number) => ((flags[volunteer] ?? 0) & bit) !== 0
  return {
    passes: wanted === undefined ? undefined : (volunteer) => isSet(volunteer) === wanted,
    count(volunteers) {
      let set = 0
      for (const volunteer of volunteers) if (isSet(volunteer)) set += 1
      return new Map([
        ['true', set],
        ['false', volunteers.length - set],
      ])
    },
  }
}

function markFilter(
  index: VolunteerIndex,
  chosen: readonly VolunteerMark[] | undefined,
  wrongNumbers: ReadonlySet<string>,
): ActiveFilter {
  const has = (volunteer: number, mark: VolunteerMark) =>
    hasMark(index, volunteer, { mark, wrongNumbers })
  return {
    passes: chosen?.length ? (volunteer) => chosen.some((mark) => has(volunteer, mark)) : undefined,
    count(volunteers) {
      const counts = new Map<string, number>()
      for (const mark of VolunteerMark.options) {
        let marked = 0
        for (const volunteer of volunteers) if (has(volunteer, mark)) marked += 1
        counts.set(mark, marked)
      }
      return counts
    },
  }
}

function listFilter(
  lists: Lists,
  /** The values of the scope. */
  values: readonly (string | undefined)[],
  choice: { chosen: readonly string[] | undefined; match?: 'any' | 'all' | undefined },
): ActiveFilter {
  const { chosen, match = 'any' } = choice
  const wanted = new Set(
    values.flatMap((value, number) =>
      value !== undefined && chosen?.includes(value) ? number : [],
    ),
  )
  const needed = match === 'all' ? new Set(chosen).size : 1
  const passes = (volunteer: number) => {
    let found = 0
    for (let at = lists.starts[volunteer] ?? 0; at < (lists.starts[volunteer + 1] ?? 0); at += 1) {
      if (wanted.has(lists.numbers[at] ?? -1)) found += 1
    }
    return found >= needed
  }
  return {
    passes: chosen?.length ? passes : undefined,
    count(volunteers) {
      const byValue = new Uint32Array(lists.values.length)
      for (const volunteer of volunteers) {
        const end = lists.starts[volunteer + 1] ?? 0
        for (let at = lists.starts[volunteer] ?? 0; at < end; at += 1) {
          const value = lists.numbers[at] ?? 0
          byValue[value] = (byValue[value] ?? 0) + 1
        }
      }
      const counts = zeros(chosen)
      for (const [number, value] of values.entries()) {
        if (value !== undefined) counts.set(value, byValue[number] ?? 0)
      }
      return counts
    },
  }
}

/**
 * Returns a count of 0 for each chosen value: these are listed even when no volunteer has them any more, such as a
 * circuit of an older link.
 */
function zeros(chosen: readonly string[] = []): Map<string, number> {
  return new Map(chosen.map((name) => [name, 0]))
}
