import { expect, it } from 'vitest'
import { filtersInWords } from './filters-in-words.ts'

const saturday = { day: 'Saturday', timeSlot: 'Morning' }
const sunday = { day: 'Sunday', timeSlot: '14:00' }

it.each([
  [{}, 'None'],
  [{ q: '' }, 'None'],
  [{ q: 'lee', circuit: ['NY-1', 'NY-2'] }, 'Search: lee; Circuit: NY-1 or NY-2'],
  [{ trained: true, available: false }, 'Trained: yes; Available: no'],
  [
    { mark: ['no-phone' as const, 'wrong-number' as const] },
    'To correct: no phone number or wrong number',
  ],
  [{ slots: [saturday, sunday] }, 'When: Saturday Morning or Sunday 14:00'],
  [
    { location: ['Pier 4'], slots: [saturday, sunday], slotsMatch: 'all' as const },
    'Cart location: Pier 4; When: Saturday Morning and Sunday 14:00',
  ],
])('puts %j into words', (filter, text) => {
  expect(filtersInWords(filter)).toBe(text)
})
