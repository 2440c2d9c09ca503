import { expect, test } from 'vitest'
import { placeText } from './place-text.ts'

test('every place has one notation, even a congregation whose name other circuits use', () => {
  const places = [
    { congregation: 'Park', circuit: 'NY-2' },
    { congregation: 'Bronxdale Korean (NY-4)', circuit: 'NY-4' },
    { congregation: 'Park (North)', circuit: 'NY-2' },
    { congregation: null, circuit: 'NY-2' },
    { congregation: '', circuit: 'NY-2' },
    { congregation: 'Park', circuit: null },
    { congregation: '', circuit: '' },
  ]
  expect(places.map(placeText)).toEqual([
    'Park · NY-2',
    'Bronxdale Korean · NY-4',
    'Park (North) · NY-2',
    'No congregation · NY-2',
    'No congregation · NY-2',
    'Park',
    '',
  ])
})
