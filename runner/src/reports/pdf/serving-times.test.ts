import { expect, it } from 'vitest'
import { volunteer } from '../../../test/report-samples.ts'
import { namesInLine, whoCanServe } from './serving-times.ts'

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

const trained = (name: string) => ({ name, trained: true, phone: '' })

it('joins names, breaks no line within one, and marks people who are not trained', () => {
  const names = [
    trained('Novak, Anna'),
    { name: 'Lee, Bo', trained: false, phone: '' },
    trained('Ng, Cy'),
  ]
  expect(namesInLine(names)).toEqual([
    { text: 'Novak,\u00a0Anna\u00a0· Lee,\u00a0Bo°\u00a0· Ng,\u00a0Cy', own: false },
  ])
  expect(namesInLine([])).toEqual([])
})

it('puts names that break anywhere or run to the left into boxes of their own', () => {
  expect(
    namesInLine([
      trained('Lee, Bo'),
      { name: '王秀英', trained: false, phone: '' },
      trained('לוי, שרה'),
    ]),
  ).toEqual([
    { text: 'Lee,\u00a0Bo\u00a0· ', own: false },
    { text: '王秀英°', own: true },
    { text: '\u00a0· ', own: false },
    { text: 'לוי, שרה', own: true },
  ])
})

it('lets a very long name break', () => {
  const name = `${'Longname '.repeat(6)}, Anna`
  expect(namesInLine([trained(name)])).toEqual([{ text: name, own: false }])
})

it('puts a telephone number on the line of its name', () => {
  const names = [{ ...trained('Lee, Bo'), phone: '555-0142' }, trained('Ng, Cy')]
  expect(namesInLine(names)).toEqual([
    { text: 'Lee,\u00a0Bo\u00a0', own: false },
    { text: '555-0142', own: true },
    { text: '\u00a0· Ng,\u00a0Cy', own: false },
  ])
})
