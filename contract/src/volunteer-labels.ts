/** The filters of volunteers as people read them, on the page and in exported lists. */
export const volunteerFilterLabels = {
  circuit: 'Circuit',
  congregation: 'Congregation',
  language: 'Language',
  location: 'Cart location',
  trained: 'Trained',
  available: 'Available',
  orientation: 'Orientation',
  doubleShifts: 'Double shifts',
} as const
