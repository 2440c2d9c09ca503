import { volunteerMarkLabels } from '@dashboard/contract/volunteer-labels'
import { type VolunteerFilter, VolunteerMark } from '@dashboard/contract/volunteers'
import type { IndexedPerson } from './build-index.ts'
import { type ScopedPlaces, slotsWithin } from './volunteer-places.ts'

/** A filter of the list: the values of each person, and the chosen ones. */
export interface ActiveFilter {
  valuesOf(person: IndexedPerson): readonly string[]
  /** `undefined` where nothing is chosen. */
  chosen: readonly string[] | undefined
  /** Whether a person needs all chosen values; one is enough otherwise. */
  needsAll?: boolean
  /** Values that are counted even when nobody has them. */
  listed: readonly string[]
}

export type FilterName = Exclude<keyof VolunteerFilter, 'q' | 'slotsMatch'>

const ofTrue = ['true']
const ofFalse = ['false']
const none: string[] = []

export function activeFilters(
  filter: VolunteerFilter,
  { places, wrongNumbers }: { places: ScopedPlaces; wrongNumbers: ReadonlySet<string> },
): Record<FilterName, ActiveFilter> {
  const flag = (name: 'trained' | 'available' | 'orientation' | 'doubleShifts') => ({
    valuesOf: (person: IndexedPerson) => (person[name] ? ofTrue : ofFalse),
    chosen: filter[name] === undefined ? undefined : [String(filter[name])],
    listed: [...ofTrue, ...ofFalse],
  })
  const placeFilter = (
    name: 'circuit' | 'congregation' | 'language',
    of: 'circuit' | 'congregation',
    names: readonly (string | undefined)[],
  ) => {
    const values = names.map((each) => (each === undefined ? none : [each]))
    return {
      valuesOf: (person: IndexedPerson) => values[person[of]] ?? none,
      chosen: filter[name],
      listed: values.flat(),
    }
  }
  const chosenSlots = filter.slots?.map(({ day, timeSlot }) => `${day}:${timeSlot}`)
  return {
    circuit: placeFilter('circuit', 'circuit', places.circuits),
    congregation: placeFilter('congregation', 'congregation', places.congregations),
    language: placeFilter('language', 'congregation', places.languages),
    location: {
      valuesOf: (person) => person.locations,
      chosen: filter.location,
      listed: places.locations,
    },
    trained: flag('trained'),
    available: flag('available'),
    orientation: flag('orientation'),
    doubleShifts: flag('doubleShifts'),
    mark: {
      valuesOf: (person) => marksWith(person, wrongNumbers),
      chosen: filter.mark,
      listed: VolunteerMark.options,
    },
    slots: {
      valuesOf: slotsOf(places, chosenSlots),
      chosen: chosenSlots,
      needsAll: filter.slotsMatch === 'all',
      listed: places.slots,
    },
  }
}

/** A chosen time that nobody has, such as a part of their times, is looked for as well. */
function slotsOf(places: ScopedPlaces, chosen: readonly string[] = []): ActiveFilter['valuesOf'] {
  const others = new Set(chosen).difference(new Set(places.slots))
  if (others.size === 0) return places.slotsOf
  const within = slotsWithin([...others])
  return (person) => [...places.slotsOf(person), ...within(person)]
}

export function marksWith(
  { id, marks }: Pick<IndexedPerson, 'id' | 'marks'>,
  wrongNumbers: ReadonlySet<string>,
): readonly VolunteerMark[] {
  return wrongNumbers.has(id) ? [...marks, 'wrong-number'] : marks
}

/** Returns what has to be corrected in words: 'Wrong number; No e-mail'. */
export function marksInWords(marks: readonly VolunteerMark[]): string {
  return VolunteerMark.options
    .filter((mark) => marks.includes(mark))
    .map((mark) => volunteerMarkLabels[mark])
    .join('; ')
}

export function passes(
  { valuesOf, chosen = [], needsAll }: ActiveFilter,
  person: IndexedPerson,
): boolean {
  const values = valuesOf(person)
  return needsAll
    ? chosen.every((value) => values.includes(value))
    : values.some((value) => chosen.includes(value))
}

/**
 * Returns how many of these people have each value. Chosen values are listed even when nobody has them any more, such
 * as a circuit of an older link.
 */
export function countValues(
  { valuesOf, chosen = [], listed }: ActiveFilter,
  people: readonly IndexedPerson[],
): Record<string, number> {
  const counts = new Map([...chosen, ...listed].map((value) => [value, 0]))
  for (const person of people) {
    for (const value of valuesOf(person)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}
