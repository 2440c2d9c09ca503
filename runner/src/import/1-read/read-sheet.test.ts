import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'

async function* sheet(...rows: string[][]) {
  yield* rows
}

test('a sheet with a row of thousands of columns is refused as it is read', async () => {
  const header = ['First Name', 'Last Name', 'Circuit', 'Congregation']
  const wide = Array.from({ length: 16_384 }, () => 'x')
  await expect(readSheet(sheet(header, wide), () => {})).rejects.toMatchObject({
    problem: 'too-large',
    message: expect.stringMatching(/^The sheet has 16,384 columns, more than the 500/),
  })
})
