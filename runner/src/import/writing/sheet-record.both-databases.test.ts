import { freshDatabase } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import { fullRow, importCsv, sheetOf } from '../../../test/imports.ts'
import { hasSameRawRows, readSheetRecord } from './sheet-record.ts'

test('raw rows are the ones of the last import only while all of them are stored', async () => {
  const db = await freshDatabase()
  await importCsv(db, sheetOf([fullRow]))
  const record = await readSheetRecord(db)
  if (!record) throw new Error('The import left no record')
  expect(await hasSameRawRows(db, record)).toBe(true)
  await db.deleteFrom('raw_import_data').execute()
  expect(await hasSameRawRows(db, record)).toBe(false)
})
