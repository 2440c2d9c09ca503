import { expect, it } from 'vitest'
import { naturalKey, reportKeys } from './report-keys.ts'

it('naturalKey orders numbers by their value, whatever case and accents', () => {
  const names = ['NY-10', 'ny-2', 'Évora', 'NJ-1', 'NY-2 East', 'Eton', 'NY-02']
  const inOrder = names.toSorted((one, other) => (naturalKey(one) < naturalKey(other) ? -1 : 1))
  expect(inOrder.map(naturalKey)).toEqual(
    ['Eton', 'Évora', 'NJ-1', 'ny-2', 'NY-02', 'NY-2 East', 'NY-10'].map(naturalKey),
  )
})

it('reportKeys has one place for the versions of a report, and another for its congregations', () => {
  const circuit = { circuitId: 'NY-2', congregation: null, filename: 'Circuit NY-2 2026-11-20.pdf' }
  const { place, nameKey, searchText } = reportKeys(circuit)
  expect(reportKeys({ ...circuit, filename: 'Circuit NY-2 2026-11-21.pdf' }).place).toBe(place)
  const ofCongregation = reportKeys({ ...circuit, congregation: 'Astoria' })
  expect(ofCongregation.place).not.toBe(place)
  expect(nameKey < ofCongregation.nameKey).toBe(true)
  expect(searchText).toBe('ny-2\ncircuit ny-2 2026-11-20.pdf')
})
