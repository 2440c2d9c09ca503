import { days } from '@dashboard/contract/days'
import { memoize } from '@dashboard/contract/memoized-texts'
import { distinctTimes, timesWithin } from '@dashboard/contract/time-slots'
import type { Db } from '../database/open-database.ts'

/**
 * Decides who can serve at a time of the week: people who are trained, available, and have that time. Board, reports,
 * call lists and the calls of the API take it from here (docs/volunteers.md#who-can-serve).
 */

interface Readiness {
  trained: boolean
  available: boolean
}

export interface PersonWithWeek extends Readiness {
  availability: readonly { day: string; timeSlot: string }[]
}

/** By day (Monday first), then by time slot. */
type Week<Cell> = Cell[][]

export interface Availability {
  /** In the order of the day, each time once. */
  timeSlots: string[]
  /** People who can serve. */
  counts: Week<number>
  /** People who could serve if they were trained. */
  onceTrained: Week<number>
  /** Whether the sheet says who is trained; where it does not, everybody counts as trained. */
  isTrainingKnown: boolean
}

/** Whether somebody must be trained before serving; nobody where the sheet does not say who is trained. */
export function needsTraining(trained: boolean, isTrainingKnown: boolean): boolean {
  return isTrainingKnown && !trained
}

/** Whether somebody can serve at the times of their week. */
export function canServe({ trained, available }: Readiness, isTrainingKnown: boolean): boolean {
  return available && !needsTraining(trained, isTrainingKnown)
}

/**
 * Returns who can serve on each day in each time slot that anybody of them has, and who could if they were trained;
 * people keep their order.
 */
export function whoCanServe<Person extends PersonWithWeek>(
  people: readonly Person[],
  isTrainingKnown: boolean,
): { timeSlots: string[]; canServe: Week<Set<Person>>; onceTrained: Week<Set<Person>> } {
  const own = people.flatMap(({ availability }) => availability.map(({ timeSlot }) => timeSlot))
  const timeSlots = distinctTimes(own)
  const within = timesWithin(timeSlots)
  const emptyWeek = () => days.map(() => timeSlots.map(() => new Set<Person>()))
  const week = { timeSlots, canServe: emptyWeek(), onceTrained: emptyWeek() }
  const dayNames: readonly string[] = days
  const numbersWithin = memoize((timeSlot) =>
    within(timeSlot).map((slot) => timeSlots.indexOf(slot)),
  )
  for (const person of people.filter(({ available }) => available)) {
    const cells = canServe(person, isTrainingKnown) ? week.canServe : week.onceTrained
    for (const { day, timeSlot } of person.availability) {
      const ofDay = cells[dayNames.indexOf(day)]
      for (const number of numbersWithin(timeSlot)) ofDay?.[number]?.add(person)
    }
  }
  return week
}

/** Returns how many people can serve on each day in each time slot that anybody of them has. */
export function countAvailability(
  people: readonly PersonWithWeek[],
  isTrainingKnown: boolean,
): Availability {
  const { timeSlots, canServe, onceTrained } = whoCanServe(people, isTrainingKnown)
  const sizes = (week: Week<Set<PersonWithWeek>>) =>
    week.map((ofDay) => ofDay.map(({ size }) => size))
  return { timeSlots, counts: sizes(canServe), onceTrained: sizes(onceTrained), isTrainingKnown }
}

/**
 * Returns whether the sheet names anybody as trained; `db` must see all circuits, since it is about the whole sheet.
 */
export async function readIsTrainingKnown(db: Db): Promise<boolean> {
  const trained = await db
    .selectFrom('volunteers')
    .select('id')
    .where('trained', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return trained !== undefined
}
