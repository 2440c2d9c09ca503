import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  createLineFile,
  openStoredSheet,
  readLines,
  type StoredHeader,
  StoredRowsWriter,
} from './stored-rows.ts'

const header: StoredHeader = {
  headerRow: 3,
  titles: ['First Name', 'City', 'Column 3'],
  isDelimited: true,
}

async function storeAndRead(rows: Record<number, Record<string, string>>) {
  const stored = new StoredRowsWriter()
  stored.begin(header)
  await stored.add(
    Object.entries(rows).map(([rowIndex, cells]) => ({
      rowIndex: Number(rowIndex),
      rawData: JSON.stringify(cells),
    })),
  )
  const { storedRows, ...facts } = await stored.finish([['Pier 4', 'Harbor']])
  const sheet = await openStoredSheet(Readable.from([storedRows]))
  const { isDelimited } = sheet
  return {
    ...facts,
    isDelimited,
    rows: await Array.fromAsync(sheet.rows),
    locations: sheet.locations,
  }
}

test('rows are read at the numbers and below the titles that they had', async () => {
  const stored = await storeAndRead({ 4: { 'First Name': 'Ann' }, 6: { City: 'Hoboken' } })
  expect(stored.rows).toEqual([
    [],
    [],
    ['First Name', 'City', 'Column 3'],
    ['Ann', '', ''],
    [],
    ['', 'Hoboken', ''],
  ])
  expect(stored.locations).toEqual([['Pier 4', 'Harbor']])
  expect(stored.isDelimited).toBe(true)
})

test('cells beyond the header are read where they were', async () => {
  const { rows } = await storeAndRead({ 4: { 'Column 3': 'a', 'Column 5': 'b', 'Column 12': 'c' } })
  expect(rows.at(-1)).toEqual(['', '', 'a', '', 'b', '', '', '', '', '', '', 'c'])
})

test('a value that is below no column of the sheet is left out', async () => {
  const { rows } = await storeAndRead({
    4: { 'My Column 2': 'a', 'Column 2b': 'b', 'Column x': 'c' },
  })
  expect(rows.at(-1)).toEqual(['', '', ''])
})

test('a sheet without rows has only its cart locations', async () => {
  const { storedRows } = await new StoredRowsWriter().finish([['Pier 4', null]])
  const sheet = await openStoredSheet(Readable.from([storedRows]))
  expect(await Array.fromAsync(sheet.rows)).toEqual([])
  expect(sheet.locations).toEqual([['Pier 4', null]])
})

test('a file of which only the first lines are read is closed', async () => {
  const file = createLineFile()
  await file.write('one\ntwo\n')
  const content = new Readable({ read: () => {} })
  content.push(await file.finish())
  for await (const line of readLines(content)) {
    expect(line).toBe('one')
    break
  }
  await expect.poll(() => content.destroyed).toBe(true)
})

test('a file that cannot be read further says so', async () => {
  const content = new Readable({ read: () => void content.destroy(new Error('The disk is gone')) })
  await expect(Array.fromAsync(readLines(content))).rejects.toThrow('The disk is gone')
})
