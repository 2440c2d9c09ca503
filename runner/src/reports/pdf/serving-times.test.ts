import { expect, it } from 'vitest'
import { congregation, volunteer } from '../../../test/report-samples.ts'
import { servingTimesView } from './serving-times.ts'

const at = (day: string, timeSlot: string) => ({ day, timeSlot })

it('lists who can serve by day and time, once each, without those who are untrained or not available', () => {
  const named = (lastName: string, ...availability: ReturnType<typeof at>[]) =>
    volunteer({ lastName, firstName: 'A', mobilePhone: null, availability })
  const volunteers = [
    named('Anna', at('Sunday', 'Morning'), at('Monday', '9-12'), at('Monday', '9-12')),
    { ...named('Béla', at('Monday', '8:00-13:00')), mobilePhone: '555-0142' },
    { ...named('Cy', at('Monday', '9-12')), trained: false },
    { ...named('Di', at('Friday', 'Morning')), available: false },
  ]
  const times = servingTimesView([congregation({ volunteers })], true, String)
  const anna = { name: 'Anna, A', phone: '' }
  const bela = { name: 'Béla, A', phone: '555-0142' }
  expect(times).toEqual([
    { day: 'Mon', timeSlot: '8:00-13:00', count: 1, people: [bela] },
    { day: 'Mon', timeSlot: '9-12', count: 2, people: [anna, bela] },
    { day: 'Sun', timeSlot: 'Morning', count: 1, people: [anna] },
  ])
  const available = servingTimesView([congregation({ volunteers })], false, String)
  expect(available.map(({ count }) => count)).toEqual([1, 3, 1])
})
