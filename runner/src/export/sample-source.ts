import { days } from '@dashboard/contract/days'
import { type SheetColumn, sheetColumns } from '@dashboard/contract/sheet-columns'
import {
  type SampleCircuit,
  type SampleLanguage,
  sampleCircuits,
  sampleLanguages,
  sampleLocations,
} from './sample-people.ts'
import type { VolunteerSource } from './volunteer-source.ts'

const congregationCount = 160
const volunteerCount = 3_000

const timeSlots = ['Early morning', 'Morning', 'Midday', 'Afternoon', 'Evening']
const tags = ['bilingual', 'driver', 'first aid', 'key holder', 'new', 'set-up', 'weekends']
const appointments = [
  'Elder (Congregation)',
  'Ministerial servant (Congregation)',
  'Pioneer (Service)',
  'Key person (Cart)',
  'Trainer (Cart)',
]
const notes = [
  'Away in August.',
  'Prefers shifts with a partner.',
  'No early shifts on weekdays.',
  'Can fill in at short notice.',
  'Needs a location with a seat.',
]
const relationships = ['Spouse', 'Parent', 'Sibling', 'Friend', 'Neighbor']

/** Source of built-in volunteers in an invented metropolitan area; they are the same in every run. */
export const sampleSource: VolunteerSource = {
  name: 'built-in sample data',
  async read({ count }) {
    const rows = makeSampleRows()
    count(rows.length)
    return { columns: sheetColumns, rows }
  },
}

interface SampleCongregation {
  name: string
  circuit: SampleCircuit
  people: SampleLanguage
  zip: string
}

function makeSampleRows(): string[][] {
  const random = createRandom(20_260_101)
  const congregations = makeCongregations()
  return Array.from({ length: volunteerCount }, (_, index) => {
    const congregation = at(congregations, index)
    const volunteer = makeVolunteer(index + 1, congregation, random)
    return sheetColumns.map((column) => volunteer[column] ?? '')
  })
}

/** Creates the congregations: every circuit has most of the languages, English most often. */
function makeCongregations(): SampleCongregation[] {
  return Array.from({ length: congregationCount }, (_, index) => {
    const circuit = at(sampleCircuits, index)
    const round = Math.floor(index / sampleCircuits.length)
    const people = at(sampleLanguages, round % 2 === 0 ? 0 : (round + index) / 2)
    const suffix = people.language === 'English' ? '' : ` ${people.language}`
    return {
      name: `${at(circuit.places, round)}${suffix}`,
      circuit,
      people,
      zip: String(circuit.zip + round).padStart(5, '0'),
    }
  })
}

function makeVolunteer(
  number: number,
  { name, circuit, people, zip }: SampleCongregation,
  random: Random,
): Partial<Record<SheetColumn, string>> {
  const yes = (share: number) => (random.next() < share ? 'yes' : 'no')
  const phone = () => `(${circuit.areaCode}) 555-01${String(random.below(100)).padStart(2, '0')}`
  const person = () => `${random.pick(people.given)} ${random.pick(people.family)}`
  const perWeek = 1 + random.below(4)
  const volunteer: Partial<Record<SheetColumn, string>> = {
    'Locust ID': `L${String(number).padStart(5, '0')}`,
    'First Name': random.pick(people.given),
    'Last Name': random.pick(people.family),
    'Mobile Phone': phone(),
    'Email Address': `volunteer${number}@example.org`,
    City: circuit.city,
    'Zip Code': zip,
    Circuit: circuit.name,
    Congregation: name,
    Language: people.language,
    'Congregation City': circuit.city,
    Zone: random.pick(['North', 'East', 'South', 'West', 'Center']),
    Tags: random.some(tags, 1 + random.below(3)).join('; '),
    Trained: yes(0.82),
    Available: yes(0.74),
    Orientation: yes(0.9),
    'Double Shifts': yes(0.3),
    'Max Shifts Per Week': String(perWeek),
    'Max Shifts Per Month': String(perWeek * 4),
    'Availability Note': random.pick(notes),
    'Cart Locations': random.some(sampleLocations, 1 + random.below(3)).join('; '),
    Appointments: random.pick(appointments),
  }
  for (const [index, day] of days.entries()) {
    const share = index < 5 ? 0.4 : 0.65
    if (random.next() < share)
      volunteer[day] = random.some(timeSlots, 1 + random.below(2)).join('; ')
  }
  for (const prefix of ['Emergency Contact', 'Emergency Contact 2'] as const) {
    volunteer[`${prefix} Name`] = person()
    volunteer[`${prefix} Phone`] = phone()
    volunteer[`${prefix} Email`] = `contact${number}${prefix.endsWith('2') ? 'b' : 'a'}@example.org`
    volunteer[`${prefix} Relationship`] = random.pick(relationships)
    volunteer[`${prefix} Notes`] = prefix.endsWith('2') ? 'Call second' : 'Call first'
  }
  return volunteer
}

type Random = ReturnType<typeof createRandom>

/** Returns a small random generator that gives the same numbers in every run (xorshift). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: <T>(list: readonly T[]): T => at(list, below(list.length)),
    /** Returns `count` different items in the order of the list. */
    some<T>(list: readonly T[], count: number): T[] {
      const chosen = new Set<number>()
      while (chosen.size < count) chosen.add(below(list.length))
      return list.filter((_, index) => chosen.has(index))
    },
  }
}

/** Returns the item at an index; an index past the end starts from the beginning again. */
function at<T>(list: readonly T[], index: number): T {
  const item = list[Math.floor(index) % list.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}
