import { expect, it } from 'vitest'
import { volunteer } from '../../../test/report-samples.ts'
import { countFigures, shareText } from './report-view.ts'

it('counts each cart location once', () => {
  const volunteers = [
    volunteer({ cartLocations: ['Penn Station', 'Park'], trained: false }),
    volunteer({ cartLocations: ['Park'], available: false, orientation: true }),
  ]
  expect(countFigures(volunteers)).toEqual({
    volunteers: 2,
    trained: 1,
    available: 1,
    orientation: 1,
    cartLocations: 2,
  })
})

it('has no share when there are no volunteers', () => {
  expect([shareText(2, 3), shareText(0, 3), shareText(0, 0)]).toEqual(['67%', '0%', ''])
})
