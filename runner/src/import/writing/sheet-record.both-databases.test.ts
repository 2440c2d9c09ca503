import { freshDatabase } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import { fullRow, importCsv, sheetOf } from '../../../test/imports.ts'
import { findSameRows, isImportedAgain, readSheetRecord, type SheetSource } from './sheet-record.ts'

test.each<[string, Partial<SheetSource>, boolean]>([
  ['nothing else', {}, true],
  ['other bytes', { fileHash: 'other' }, false],
  ['another source', { source: 'another.csv' }, false],
  ['another sheet of the file', { sheetName: 'Old' }, false],
  ['another version of the mapping', { mappingVersion: 0 }, false],
  ['another match of columns', { matches: 'key 2026-11-20' }, false],
])('a sheet with %s is the one of the last import: %#', async (_, other, isSame) => {
  const db = await freshDatabase()
  await importCsv(db, sheetOf([fullRow]))
  const record = await readSheetRecord(db)
  if (!record) throw new Error('The import left no record')
  expect(await isImportedAgain(db, record, { ...record, ...other })).toBe(isSame)
})

test('raw rows are the ones of the last import only while all of them are stored', async () => {
  const db = await freshDatabase()
  await importCsv(db, sheetOf([fullRow]))
  const record = await readSheetRecord(db)
  if (!record) throw new Error('The import left no record')
  expect(await findSameRows(db, record)).toBe(record.batchId)
  await db.deleteFrom('raw_import_data').execute()
  expect(await findSameRows(db, record)).toBeUndefined()
  expect(await isImportedAgain(db, record, record)).toBe(false)
})
