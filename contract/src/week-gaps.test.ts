import { expect, it } from 'vitest'
import { type Gap, gapsOf, slotRows } from './week-gaps.ts'

const counts = [
  [10, 1],
  [20, 2],
  [30, 3],
  [40, 4],
  [50, 5],
  [60, 90],
  [70, 0],
]
const onceTrained = counts.map((_, day) => [day, 0])
const rows = slotRows({
  timeSlots: ['Morning', 'Evening'],
  counts,
  onceTrained,
  isTrainingKnown: true,
})

it('slotRows turns the days into columns', () => {
  expect(rows).toEqual([
    {
      slot: 'Morning',
      counts: [10, 20, 30, 40, 50, 60, 70],
      onceTrained: [0, 1, 2, 3, 4, 5, 6],
    },
    { slot: 'Evening', counts: [1, 2, 3, 4, 5, 90, 0], onceTrained: [0, 0, 0, 0, 0, 0, 0] },
  ])
})

const full = [2, 2, 2, 2, 2, 2, 2]
const none = [0, 0, 0, 0, 0, 0, 0]
const withMore = (slot: string, counts: number[], onceTrained = none) => ({
  slot,
  counts,
  onceTrained,
})
const texts = (gaps: readonly Gap[]) => gaps.map(({ text }) => text)

it('names times of the day in words, and others as they are written', () => {
  const { nobody, onlyOne } = gapsOf([
    withMore('Morning', full),
    withMore('14:00-16:00', [2, 0, 2, 2, 2, 1, 2]),
    withMore('Late evening', [2, 2, 0, 2, 2, 2, 2]),
  ])
  expect(texts(nobody)).toEqual(['Tuesdays 14:00-16:00', 'Wednesday late evenings'])
  expect(texts(onlyOne)).toEqual(['Saturdays 14:00-16:00'])
})

it('says a whole day at once, unless training would fill a time of it', () => {
  const counts = [2, 2, 2, 2, 0, 1, 0]
  const rows = [
    withMore('Morning', counts),
    withMore('Evening', [2, 2, 2, 2, 2, 1, 0], [0, 0, 0, 0, 0, 4, 0]),
  ]
  expect(texts(gapsOf(rows).nobody)).toEqual(['Friday mornings', 'all Sundays'])
  expect(gapsOf(rows).onlyOne).toEqual([
    { text: 'Saturday mornings', slot: 'Saturday:Morning', count: 1, onceTrained: 0 },
    { text: 'Saturday evenings', slot: 'Saturday:Evening', count: 1, onceTrained: 4 },
  ])
})

it('names six gaps, three of each kind where there are both, and counts the others', () => {
  const { nobody } = gapsOf([withMore('Morning', full), withMore('Night', none)])
  expect(texts(nobody).slice(-2)).toEqual(['Saturday nights', 'at 1 other time'])
  expect(nobody).toHaveLength(7)
  const both = gapsOf([
    withMore('Morning', full),
    withMore('Evening', [1, 1, 1, 1, 1, 0, 0]),
    withMore('Night', [0, 0, 2, 2, 2, 2, 2]),
  ])
  const [nobodyOn, onlyOneOn] = [texts(both.nobody), texts(both.onlyOne)]
  expect(nobodyOn.slice(2)).toEqual(['Saturday evenings', 'at 1 other time'])
  expect(onlyOneOn.slice(2)).toEqual(['Wednesday evenings', 'at 2 other times'])
})

it('finds no gap where two can serve at every time', () => {
  expect(gapsOf([withMore('Morning', full)])).toEqual({ nobody: [], onlyOne: [] })
})
