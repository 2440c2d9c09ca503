import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSheet } from '@dashboard/runner/hash-sheet-command'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { readSettings } from '@dashboard/store/settings/settings'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSheetComparison } from './compare-sheet.ts'

const header = 'First Name,Last Name,Circuit,Congregation'

/** Returns the comparison with the sheet of a data folder, and the hash of the rows that it has now. */
async function start() {
  const folder = await temporaryFolder()
  const sheet = join(folder, 'volunteers.csv')
  await writeFile(sheet, `${header}\nAda,Lee,NY-1,East\n`)
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('SPREADSHEET', `file:${sheet}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const settings = readSettings()
  const db = openDatabase(settings.database, 'command')
  await migrate(db)
  await db.destroy()
  return { sheet, isChanged: createSheetComparison(settings), rowsHash: await hashSheet(settings) }
}

test('a sheet is the same as long as its rows are, whatever its bytes', async () => {
  const { sheet, isChanged, rowsHash } = await start()
  await writeFile(sheet, `${header}\r\n"Ada",Lee,NY-1,East\r\n`)
  expect(await isChanged({ fileHash: 'of other bytes', rowsHash })).toBe(false)
  await writeFile(sheet, `${header}\nAnn,Lee,NY-1,East\n`)
  expect(await isChanged({ fileHash: 'of other bytes', rowsHash })).toBe(true)
})

test('a sheet that could not be read once is read again', async () => {
  const { isChanged, rowsHash } = await start()
  const { execPath } = process
  onTestFinished(() => {
    process.execPath = execPath
  })
  process.execPath = '/no/such/program'
  expect(await isChanged({ fileHash: 'of other bytes', rowsHash })).toBe(true)
  process.execPath = execPath
  expect(await isChanged({ fileHash: 'of other bytes', rowsHash })).toBe(false)
})
