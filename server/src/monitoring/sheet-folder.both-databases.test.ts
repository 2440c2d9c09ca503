import { join } from 'node:path'
import { markSheetFolder } from '@dashboard/store/data-folder/sheet-folder'
import { isPostgres } from '@dashboard/store/database/open-database'
import { recordServer, removeServer } from '@dashboard/store/database/running-servers'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, test } from 'vitest'
import { checkSheetFolder } from './preflight.ts'

test('the check fails where servers on one PostgreSQL have separate folders', async () => {
  const db = await freshDatabase()
  const [here, there] = [await temporaryFolder(), await temporaryFolder()]
  const sheetIn = (folder: string) =>
    ({ kind: 'file', path: join(folder, 'volunteers.xlsx'), format: 'xlsx' }) as const
  const check = (folder: string) => checkSheetFolder(db, { spreadsheet: sheetIn(folder) })
  const run = async (id: string, folder: string) => {
    const sheetFolder = (await markSheetFolder(sheetIn(folder).path)) ?? null
    await recordServer(db, { id, version: '1.0.0', sheetFolder })
    return () => removeServer(db, id)
  }
  await run('first', here)
  await run('second', here)
  expect(await check(here)).toEqual([])
  const end = await run('third', there)
  for (const folder of [here, there]) {
    const found = await check(folder)
    expect(found.map(({ ok }) => ok)).toEqual(isPostgres(db) ? [false] : [])
  }
  await end()
  expect(await check(here)).toEqual([])
  expect(await check('/no/such/folder')).toEqual([])
})
