import { expect, it } from 'vitest'
import { labelCongregations } from './report-targets.ts'

it('labels congregations of the same name with their circuit', () => {
  const labels = labelCongregations([
    { id: '1', name: 'Central', circuit: 'NY-1' },
    { id: '2', name: 'Central', circuit: 'NY-2' },
    { id: '3', name: 'East', circuit: 'NY-1' },
  ]).map((row) => row.label)
  expect(labels).toEqual(['Central (NY-1)', 'Central (NY-2)', 'East'])
})

it('makes labels distinct when a name equals a label', () => {
  const labels = labelCongregations([
    { id: '1', name: 'Central', circuit: 'NY-1' },
    { id: '2', name: 'Central', circuit: 'NY-2' },
    { id: '3', name: 'Central (NY-1)', circuit: 'NY-3' },
  ]).map((row) => row.label)
  expect(new Set(labels).size).toBe(3)
})
