import { expect, it } from 'vitest'
import { volunteer } from '../../../test/report-samples.ts'
import { whoCanServe } from './who-can-serve.ts'

const at = (day: string, timeSlot: string) => ({ day, timeSlot })

it('lists who is available by day and time slot, once each, without those who are not available', () => {
  const anna = volunteer({
    lastName: 'Anna',
    availability: [at('Sunday', 'Morning'), at('Monday', 'Evening'), at('Monday', 'Evening')],
  })
  const bela = volunteer({
    lastName: 'Béla',
    availability: [at('Monday', 'Evening'), at('Monday', 'Morning')],
  })
  const away = volunteer({ available: false, availability: [at('Friday', 'Morning')] })
  expect(whoCanServe([anna, bela, away])).toEqual([
    { day: 'Monday', timeSlot: 'Morning', volunteers: [bela] },
    { day: 'Monday', timeSlot: 'Evening', volunteers: [anna, bela] },
    { day: 'Sunday', timeSlot: 'Morning', volunteers: [anna] },
  ])
})
