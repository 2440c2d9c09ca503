import { compareTimeSlots } from '@dashboard/contract/time-slots'
import { volunteerFilterLabels, volunteerMarkLabels } from '@dashboard/contract/volunteer-labels'
import { volunteerSorts } from '@dashboard/contract/volunteers'
import { toSearchParams } from '../../api/endpoint-url.ts'

/** Search, filters and order, as they are in the address: the call has the same parameters. */

/** Filters with several values, any of which may be chosen. */
export const listFilters = ['circuit', 'congregation', 'language', 'location', 'mark'] as const
type ListFilter = (typeof listFilters)[number]
/** Filters that are yes or no. */
export const flagFilters = ['trained', 'available', 'orientation', 'doubleShifts'] as const
export type FlagFilter = (typeof flagFilters)[number]

export type SortValue = (typeof volunteerSorts)[number]

export interface VolunteerChoice extends Record<ListFilter, readonly string[]> {
  q: string
  flags: Partial<Record<FlagFilter, 'true' | 'false'>>
  /** Values of the form `Day:Slot`. */
  slots: readonly string[]
  slotsMatch: 'any' | 'all'
  sort: SortValue | `-${SortValue}`
}

const defaultSort = 'lastName'

type Mark = keyof typeof volunteerMarkLabels

function isMark(value: string): value is Mark {
  return Object.hasOwn(volunteerMarkLabels, value)
}

/** Returns a mark in words; any other text unchanged. */
export function markLabel(value: string): string {
  return isMark(value) ? volunteerMarkLabels[value] : value
}

export function readChoice(search: URLSearchParams): VolunteerChoice {
  const flags: VolunteerChoice['flags'] = {}
  for (const name of flagFilters) {
    const value = search.get(name)
    if (value === 'true' || value === 'false') flags[name] = value
  }
  const sort = search.get('sort') ?? ''
  const isSort = (text: string): text is SortValue => volunteerSorts.some((each) => each === text)
  const column = sort.replace(/^-/, '')
  return {
    q: search.get('q') ?? '',
    circuit: search.getAll('circuit'),
    congregation: search.getAll('congregation'),
    language: search.getAll('language'),
    location: search.getAll('location'),
    mark: search.getAll('mark').filter(isMark),
    flags,
    slots: (search.get('slots') ?? '').split(',').filter((slot) => slot.includes(':')),
    slotsMatch: search.get('slotsMatch') === 'all' ? 'all' : 'any',
    sort: isSort(column) ? (sort.startsWith('-') ? `-${column}` : column) : defaultSort,
  }
}

/** Returns the parameters of the call; filters that are not chosen are left out. */
export function toQuery(choice: VolunteerChoice) {
  const { q, flags, slots, slotsMatch, sort } = choice
  const lists = Object.fromEntries(
    listFilters.flatMap((name) => (choice[name].length > 0 ? [[name, [...choice[name]]]] : [])),
  )
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(lists as Partial<Record<Exclude<ListFilter, 'mark'>, string[]> & { mark: Mark[] }>),
    ...flags,
    ...(slots.length > 0 && { slots: slots.join(',') }),
    ...(slots.length > 1 && slotsMatch === 'all' && { slotsMatch }),
    ...(sort !== defaultSort && { sort }),
  }
}

/** Returns the part of the address after `?`. */
export function toSearch(choice: VolunteerChoice): string {
  return toSearchParams(toQuery(choice)).toString()
}

/** Returns the choice of all volunteers, in the chosen order. */
export function withoutFilters({ sort }: VolunteerChoice): VolunteerChoice {
  return { ...readChoice(new URLSearchParams()), sort }
}

export function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
}

interface Chip {
  label: string
  without: VolunteerChoice
}

export function chipsOf(choice: VolunteerChoice): Chip[] {
  const ofLists = listFilters.flatMap((name) =>
    choice[name].map((value) => ({
      label: isMark(value) ? markLabel(value) : `${volunteerFilterLabels[name]}: ${value}`,
      without: { ...choice, [name]: toggled(choice[name], value) },
    })),
  )
  const ofFlags = flagFilters.flatMap((name) => {
    const { [name]: value, ...flags } = choice.flags
    if (value === undefined) return []
    return [{ label: flagText(name, value), without: { ...choice, flags } }]
  })
  const ofSlots = choice.slots.map((slot) => ({
    label: slot.replace(':', ' '),
    without: { ...choice, slots: toggled(choice.slots, slot) },
  }))
  return [...ofLists, ...ofFlags, ...ofSlots]
}

function flagText(name: FlagFilter, value: 'true' | 'false'): string {
  return value === 'true'
    ? volunteerFilterLabels[name]
    : `Not: ${volunteerFilterLabels[name].toLowerCase()}`
}

/** Returns the time slots of all days, in the order of the day, from counts keyed by `Day:Slot`. */
export function slotsOf(counts: Readonly<Record<string, number>>): string[] {
  const slots = Object.keys(counts).map((cell) => cell.slice(cell.indexOf(':') + 1))
  return [...new Set(slots)].sort(compareTimeSlots)
}
