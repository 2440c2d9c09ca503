import { expect, test } from 'vitest'
import { describeCounts, describePlan, describeWriting } from './import-words.ts'

const counts = {
  new: 1_200,
  moved: 3,
  changed: 40,
  left: 5,
  unchanged: 600,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}
const result = {
  rowsRead: 1_850,
  imported: 1_843,
  skipped: { count: 7, named: [] },
} as unknown as Parameters<typeof describeCounts>[0]

test('the log says what a review has found and an import has done, in numbers that add up', () => {
  expect(describePlan(result, counts)).toBe(
    'Review finished, nothing was changed: 1,850 rows read (1,200 new, 3 moved, 40 changed, 600 as they were, 7 skipped); 5 other volunteers would leave.',
  )
  expect(describeCounts(result, counts)).toBe(
    'Import finished: 1,850 rows read, 1,843 imported, 7 skipped; 1,243 volunteers changed (1,200 new), 5 removed.',
  )
  expect(describeWriting(counts)).toBe('Saving 1,243 new or changed volunteers')
})
