import { days } from '@dashboard/contract/days'
import { memoize } from '@dashboard/contract/memoized-texts'
import { distinctTimes, timesWithin } from '@dashboard/contract/time-slots'
import { readSlot } from '@dashboard/contract/volunteers'
import type { Scope } from '@dashboard/store/database/scope'
import { labelCongregations } from '@dashboard/store/reports/report-targets'
import type { IndexedPerson, VolunteerIndex } from './build-index.ts'

/** The circuits whose volunteers a user may see; the index in memory contains all volunteers. */
export type VolunteerScope = Pick<Scope, 'circuits'>

/** The names of places by their numbers in the index; `undefined` outside the scope. */
export interface ScopedPlaces {
  circuits: (string | undefined)[]
  /** Names as in the look-up options: with the circuit where several circuits of the scope use the name. */
  congregations: (string | undefined)[]
  languages: (string | undefined)[]
  /** What the volunteers of the scope have. */
  locations: string[]
  /** `Day:Slot`, where spellings of one time are one. */
  slots: string[]
  /** Returns those of `slots` that a volunteer's week contains. */
  slotsOf(person: IndexedPerson): readonly string[]
}

const cache = new WeakMap<VolunteerIndex, Map<string, ScopedPlaces>>()

/**
 * Returns the places of a scope; labeled once for each scope, since sorting a thousand names takes longer than most
 * searches.
 */
export function placesOf(index: VolunteerIndex, scope: VolunteerScope): ScopedPlaces {
  const ofIndex = cache.getOrInsertComputed(index, () => new Map())
  return ofIndex.getOrInsertComputed(JSON.stringify(scope.circuits), () =>
    labelPlaces(index, scope),
  )
}

function labelPlaces(index: VolunteerIndex, scope: VolunteerScope): ScopedPlaces {
  const { circuits, congregations } = index
  const isIn = (circuit: string) => scope.circuits === null || scope.circuits.includes(circuit)
  const labeled = labelCongregations(congregations.filter(({ circuit }) => isIn(circuit)))
  const labels = new Map(labeled.map(({ id, label }) => [id, label]))
  const people = peopleOf(index, scope)
  const own = new Set(people.flatMap(({ slots }) => slots))
  const times = distinctTimes([...own].map((slot) => readSlot(slot).timeSlot))
  const within = slotsWithin(days.flatMap((day) => times.map((time) => `${day}:${time}`)))
  const found = new Map(people.map((person) => [person, within(person)]))
  return {
    circuits: circuits.map((name) => (isIn(name) ? name : undefined)),
    congregations: congregations.map(({ id }) => labels.get(id)),
    languages: congregations.map(({ circuit, language }) =>
      isIn(circuit) ? (language ?? undefined) : undefined,
    ),
    locations: [...new Set(people.flatMap(({ locations }) => locations))],
    slots: [...new Set([...found.values()].flat())],
    slotsOf: (person) => found.get(person) ?? [],
  }
}

/** Returns a function that finds those of the wanted slots (`Day:Slot`) that a volunteer's week contains, each once. */
export function slotsWithin(
  wanted: readonly string[],
): (person: IndexedPerson) => readonly string[] {
  const ofDay = Map.groupBy(wanted.map(readSlot), ({ day }) => day)
  const findTimes = new Map(
    [...ofDay].map(([day, slots]) => [day, timesWithin(slots.map(({ timeSlot }) => timeSlot))]),
  )
  const find = memoize((own: string) => {
    const { day, timeSlot } = readSlot(own)
    return (
      findTimes
        .get(day)?.(timeSlot)
        .map((each) => `${day}:${each}`) ?? []
    )
  })
  return ({ slots }) => [...new Set(slots.flatMap(find))]
}

/** Returns the volunteers of a scope; one without a circuit is visible only to users who see all circuits. */
export function peopleOf(
  { people, circuits }: VolunteerIndex,
  scope: VolunteerScope,
): readonly IndexedPerson[] {
  if (scope.circuits === null) return people
  const own = new Set(scope.circuits)
  return people.filter(({ circuit }) => own.has(circuits[circuit] ?? ''))
}
