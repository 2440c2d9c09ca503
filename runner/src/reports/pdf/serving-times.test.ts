import { expect, it } from 'vitest'
import { congregation, volunteer } from '../../../test/report-samples.ts'
import { namesInLine, servingTimesView } from './serving-times.ts'

const at = (day: string, timeSlot: string) => ({ day, timeSlot })

it('lists who can serve by day and time, once each, without those who are untrained or not available', () => {
  const named = (lastName: string, ...availability: ReturnType<typeof at>[]) =>
    volunteer({ lastName, firstName: 'A', phone: null, availability })
  const volunteers = [
    named('Anna', at('Sunday', 'Morning'), at('Monday', '9-12'), at('Monday', '9-12')),
    named('Béla', at('Monday', '8:00-13:00')),
    { ...named('Cy', at('Monday', '9-12')), trained: false },
    { ...named('Di', at('Friday', 'Morning')), available: false },
  ]
  const times = servingTimesView([congregation({ volunteers })], true, String)
  expect(times.map(({ day, timeSlot, count, names }) => [day, timeSlot, count, names])).toEqual([
    ['Mon', '8:00-13:00', 1, [{ text: 'Béla,\u00a0A', own: false }]],
    ['Mon', '9-12', 2, [{ text: 'Anna,\u00a0A\u00a0· Béla,\u00a0A', own: false }]],
    ['Sun', 'Morning', 1, [{ text: 'Anna,\u00a0A', own: false }]],
  ])
  const available = servingTimesView([congregation({ volunteers })], false, String)
  expect(available.map(({ count }) => count)).toEqual([1, 3, 1])
})

const named = (name: string) => ({ name, phone: '' })

it('joins names, and breaks no line within one', () => {
  const names = [named('Novak, Anna'), named('Lee, Bo'), named('Ng, Cy')]
  expect(namesInLine(names)).toEqual([
    { text: 'Novak,\u00a0Anna\u00a0· Lee,\u00a0Bo\u00a0· Ng,\u00a0Cy', own: false },
  ])
  expect(namesInLine([])).toEqual([])
})

it('puts names that break anywhere or run to the left into boxes of their own', () => {
  expect(namesInLine([named('Lee, Bo'), named('王秀英'), named('לוי, שרה')])).toEqual([
    { text: 'Lee,\u00a0Bo\u00a0· ', own: false },
    { text: '王秀英', own: true },
    { text: '\u00a0· ', own: false },
    { text: 'לוי, שרה', own: true },
  ])
})

it('lets a very long name break', () => {
  const name = `${'Longname '.repeat(6)}, Anna`
  expect(namesInLine([named(name)])).toEqual([{ text: name, own: false }])
})

it('puts a telephone number on the line of its name', () => {
  const names = [{ ...named('Lee, Bo'), phone: '555-0142' }, named('Ng, Cy')]
  expect(namesInLine(names)).toEqual([
    { text: 'Lee,\u00a0Bo\u00a0', own: false },
    { text: '555-0142', own: true },
    { text: '\u00a0· Ng,\u00a0Cy', own: false },
  ])
})
