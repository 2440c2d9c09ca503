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
