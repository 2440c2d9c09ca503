import { countOf, formatCount } from './counts.ts'

export const volunteerFilterLabels = {
  circuit: 'Circuit',
  congregation: 'Congregation',
  language: 'Language',
  location: 'Cart location',
  trained: 'Trained',
  available: 'Available',
  orientation: 'Orientation',
  doubleShifts: 'Double shifts',
  mark: 'To correct',
} as const

/** Said where available people count, whether trained or not. */
export const trainingUnknown = 'The sheet does not say who is trained.'

/** Labels of what has to be corrected in Locust, in display order. */
export const volunteerMarkLabels = {
  'wrong-number': 'Wrong number',
  'no-phone': 'No phone number',
  'doubtful-phone': 'Doubtful phone number',
  'no-email': 'No e-mail',
} as const

export const volunteerMarks = Object.keys(
  volunteerMarkLabels,
) as (keyof typeof volunteerMarkLabels)[]

/**
 * Returns how many of `people` have to be corrected for which reason: '3 wrong numbers, 2 without any'. Says so where the
 * counts add up to more than the people.
 */
export function correctionReasons(people: number, marks: Readonly<Record<string, number>>): string {
  const reasons: Record<keyof typeof volunteerMarkLabels, (count: number) => string> = {
    'wrong-number': (count) => countOf(count, 'wrong number'),
    'no-phone': (count) =>
      `${formatCount(count)} without ${marks['wrong-number'] ? 'any' : 'a phone number'}`,
    'doubtful-phone': (count) => countOf(count, 'doubtful number'),
    'no-email': (count) => `${formatCount(count)} without e-mail`,
  }
  const found = volunteerMarks.filter((mark) => marks[mark])
  const named = found.map((mark) => reasons[mark](marks[mark] ?? 0)).join(', ')
  const all = found.reduce((sum, mark) => sum + (marks[mark] ?? 0), 0)
  return all > people ? `${named}; one person can have several` : named
}
