import { expect, test } from 'vitest'
import { arrangeTable } from './volunteer-table.ts'

test('data with too many columns is refused and leaves the sheet as it was', async () => {
  const titles = ['First Name', 'Last Name', 'Circuit', 'Congregation']
  const more = Array.from({ length: 600 }, (_, index) => `Column ${index}`)
  await expect(arrangeTable([[...titles, ...more]], () => {})).rejects.toThrow(
    /^The data from Locust has 604 columns, more than the 500 that can be read\. .* The sheet was left as it was\.$/,
  )
})
