import { readPalette } from '@dashboard/contract/brand-palette'
import { days } from '@dashboard/contract/days'
import { namesTrained, worlds } from '@dashboard/store/test/worlds'
import { countAvailability } from '@dashboard/store/volunteers/availability'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { circuitReport, congregation, volunteer } from '../../../test/report-samples.ts'
import { shortDay } from './availability-text.ts'
import { contentView } from './report-view.ts'

it('prints in the heat map as many people as "Who can serve when" names, and as the board counts', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const isTrainingKnown = namesTrained(world)
      const volunteers = world.map((person) =>
        volunteer({
          ...person,
          firstName: 'A',
          lastName: person.name,
          availability: [...person.availability],
          mobilePhone: null,
        }),
      )
      const view = contentView(
        circuitReport({ isTrainingKnown, congregations: [congregation({ volunteers })] }),
        readPalette(null),
        String,
      )
      const { timeSlots, counts } = countAvailability(world, isTrainingKnown)
      const { rows } = view.availability
      const named = days.map((day) =>
        rows.map(({ timeSlot }) => {
          const time = view.servingTimes.find(
            (each) => each.day === shortDay(day) && each.timeSlot === timeSlot,
          )
          return { named: time?.people.length ?? 0, said: time?.count ?? 0 }
        }),
      )
      expect(rows.map(({ timeSlot }) => timeSlot)).toEqual(timeSlots)
      expect(days.map((_, day) => rows.map(({ cells }) => cells[day]?.count))).toEqual(counts)
      expect(named).toEqual(
        counts.map((ofDay) => ofDay.map((count) => ({ named: count, said: count }))),
      )
    }),
    { numRuns: 1_000 },
  )
})
