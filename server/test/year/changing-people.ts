import {
  type DoubleVolunteer,
  makeDoubleVolunteers,
} from '@dashboard/doubles/locust/locust-volunteers'
import { formatCsv } from '@dashboard/runner/spreadsheets/csv/csv-text'

export interface PeopleSize {
  volunteers: number
  circuits: number
  congregations: number
}

/** Rows without a name, which every import skips. */
const nameless = 3

/** The volunteers in Locust, a few of whom change from day to day. */
export class ChangingPeople {
  readonly #size: PeopleSize
  readonly #people: DoubleVolunteer[]
  #joined: number
  /** Counts the changes; the count decides who changes next, and how. */
  #changes: number

  constructor(size: PeopleSize, seed: number) {
    this.#size = size
    this.#people = makeDoubleVolunteers(size.volunteers).map((person, index) => ({
      ...person,
      ...this.#placeOf(index),
    }))
    this.#joined = size.volunteers
    this.#changes = seed % 10_000
  }

  /** Makes this many changes, each of one person, or of one who leaves and one who joins. */
  change(count: number): void {
    for (let index = 0; index < count; index += 1) this.#changeOne()
  }

  #changeOne(): void {
    this.#changes += 1
    const number = this.#changes
    // A prime, so that all people take a turn before anyone takes a second one.
    const index = (number * 7_919) % this.#people.length
    const person = this.#people[index]
    if (!person) return
    switch (number % 6) {
      case 0:
        person['Mobile Phone'] = `+1 201 556 ${String(number % 10_000).padStart(4, '0')}`
        break
      case 1:
        person.Monday = person.Monday === 'Morning' ? 'Evening' : 'Morning'
        break
      case 2:
        person.Trained = person.Trained === 'yes' ? 'no' : 'yes'
        break
      case 3:
        Object.assign(person, this.#placeOf(index + number))
        break
      case 4:
        // No report contains this field.
        person.Zone = `Zone ${number}`
        break
      default:
        this.#people[index] = this.#newcomer(person)
    }
  }

  #newcomer(person: DoubleVolunteer): DoubleVolunteer {
    this.#joined += 1
    const id = `X-${String(this.#joined).padStart(4, '0')}`
    return { ...person, 'Locust ID': id, 'Last Name': `Newcomer ${this.#joined}` }
  }

  #placeOf(index: number): DoubleVolunteer {
    const place = index % this.#size.congregations
    return {
      Circuit: `NY-${1 + (place % this.#size.circuits)}`,
      Congregation: `Congregation ${1 + place}`,
    }
  }

  /** Returns what Locust exports, as CSV; `rename` may change a title. */
  toCsv(rename: (title: string) => string = (title) => title): string {
    const titles = Object.keys(this.#people[0] ?? {})
    const bad = { ...this.#people[0], 'First Name': '', 'Last Name': '' }
    const rows = [...this.#people, ...Array.from({ length: nameless }, () => bad)]
    return formatCsv([
      titles.map(rename),
      ...rows.map((row: DoubleVolunteer, index) =>
        titles.map((title) =>
          title === 'Locust ID' && index >= this.#people.length
            ? `bad-${index - this.#people.length}`
            : (row[title] ?? ''),
        ),
      ),
    ])
  }
}
