import { randomUUID } from 'node:crypto'
import { defaultColors } from '@dashboard/contract/brand-palette'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import type { FileStore } from '@dashboard/store/files/file-store'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import type { Insertable } from 'kysely'
import { expect, it } from 'vitest'
import { readBrand } from './report-brand.ts'

const logoBytes = Buffer.from('logo')

it('is the default before anything was saved', async () => {
  const { db, files } = await freshWorld()
  expect(await readBrand(db, files)).toEqual({ colors: defaultColors, logo: null })
})

it('reads saved colors and ignores invalid ones', async () => {
  const { db, files } = await freshWorld()
  const colors = {
    primaryActions: 'AA0000',
    primaryText: 'red',
    mutedElements: 7,
    other: '#123456',
  }
  await addSettings(db, { colors: JSON.stringify(colors) })
  const brand = await readBrand(db, files)
  expect(brand.colors).toEqual({ ...defaultColors, primaryActions: '#aa0000' })
})

it('has the active logo on the primary color, the chosen one or none', async () => {
  const { db, files } = await freshWorld()
  const id = await addSettings(db, { colors: '{"primaryActions":"#aa0000"}', logoZoom: 1.25 })
  const background = async (change: Partial<Insertable<Database['brand_settings']>>) => {
    await db.updateTable('brand_settings').set(change).where('id', '=', id).execute()
    return (await readBrand(db, files)).logo?.background
  }
  expect(await readBrand(db, files)).toMatchObject({
    logo: { format: 'png', zoom: 1.25, background: '#aa0000', bytes: logoBytes },
  })
  expect(await background({ logoBackgroundColor: '#00ff00' })).toBe('#00ff00')
  expect(await background({ logoBackgroundTransparent: 1 })).toBeNull()
})

it('has no logo when it is switched off or its file is gone', async () => {
  const { db, files } = await freshWorld()
  const id = await addSettings(db, { isActive: 0 })
  expect((await readBrand(db, files)).logo).toBeNull()
  await db.updateTable('brand_settings').set({ isActive: 1 }).where('id', '=', id).execute()
  await files.delete('logos/abc.png')
  expect((await readBrand(db, files)).logo).toBeNull()
})

async function freshWorld(): Promise<{ db: Db; files: FileStore }> {
  const folder = await temporaryFolder()
  const files = openDiskFiles(folder)
  await files.write('logos/abc.png', logoBytes, 'image/png')
  return { db: await freshDatabase(), files }
}

async function addSettings(db: Db, values: Partial<Insertable<Database['brand_settings']>>) {
  const id = randomUUID()
  await db
    .insertInto('brand_settings')
    .values({
      logoUrl: '/api/brand-settings/logo/abc.png',
      logoFileName: 'Our logo.png',
      logoMimeType: 'image/png',
      createdAt: nowIso(),
      updatedAt: nowIso(),
      ...values,
      id,
    })
    .execute()
  return id
}
