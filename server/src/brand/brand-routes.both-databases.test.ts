import { toJson } from '@dashboard/store/database/column-values'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const url = (id: string) => `/api/brand-settings/${id}`

async function startWithAdmin() {
  const app = await startTestApp()
  const ada = await app.as('admin')
  const patch = (payload: object, id = 'default') =>
    ada.inject({ method: 'PATCH', url: url(id), payload })
  const get = async () => {
    const answer = await app.inject({ url: '/api/brand-settings' })
    expect(answer.statusCode).toBe(200)
    return answer.json().brandSettings
  }
  return { ...app, ada, patch, get }
}

describe('the settings', () => {
  test('are null until something is saved, and public', async () => {
    const { patch, get } = await startWithAdmin()
    expect(await get()).toBeNull()
    const response = await patch({ colors: { primaryActions: '#ABCDEF' } })
    expect(response.statusCode).toBe(200)
    expect(response.json().message).toBe('The brand settings were saved.')
    expect(await get()).toEqual(response.json().brandSettings)
    expect(await get()).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      logoUrl: null,
      logoFileName: null,
      logoFileSize: null,
      logoMimeType: null,
      colors: { primaryActions: '#ABCDEF' },
      logoZoom: 1,
      logoBackgroundColor: null,
      logoBackgroundTransparent: false,
      isActive: true,
      uploadedBy: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  test('keep the fields that an update leaves out', async () => {
    const { patch, get } = await startWithAdmin()
    await patch({ colors: { primaryActions: '#111111', primaryText: '#222222' }, logoZoom: 1.25 })
    await patch({ colors: { primaryText: '#333333' }, logoBackgroundTransparent: true })
    await patch({ logoBackgroundColor: '#444444' })
    expect(await get()).toMatchObject({
      colors: { primaryActions: '#111111', primaryText: '#333333' },
      logoZoom: 1.25,
      logoBackgroundColor: '#444444',
      logoBackgroundTransparent: true,
    })
    await patch({ logoBackgroundColor: null, logoZoom: 0.555 })
    expect(await get()).toMatchObject({ logoBackgroundColor: null, logoZoom: 0.56 })
  })

  test('are found by their id and by "default", and by no other', async () => {
    const { patch, get } = await startWithAdmin()
    expect((await patch({ logoZoom: 1 }, '6b0f6c1e-5d0c-4c55-9a53-8f0f2d1c7a10')).statusCode).toBe(
      404,
    )
    await patch({ logoZoom: 1.1 })
    const { id } = await get()
    expect((await patch({ logoZoom: 1.2 }, id)).statusCode).toBe(200)
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'x', '%00']) {
      const response = await patch({ logoZoom: 1.3 }, unknown)
      expect(response.statusCode).toBe(404)
    }
    expect(await get()).toMatchObject({ id, logoZoom: 1.2 })
  })

  test('of many first saves at once are created once and lose no color', async () => {
    const { patch, get, db } = await startWithAdmin()
    const keys = [
      'primaryActions',
      'secondaryActions',
      'accentElements',
      'backgrounds',
      'primaryText',
    ]
    await Promise.all(keys.map((key) => patch({ colors: { [key]: '#123456' } })))
    expect(Object.keys((await get()).colors).sort()).toEqual([...keys].sort())
    expect(await db.selectFrom('brand_settings').select('id').execute()).toHaveLength(1)
  })

  test('with invalid values are answered, for the reader to skip', async () => {
    const { patch, get, db } = await startWithAdmin()
    await patch({ logoZoom: 1 })
    const colors = { primaryText: 7, brandy: '#fff' }
    await db
      .updateTable('brand_settings')
      .set({ colors: toJson(colors) })
      .execute()
    expect((await get()).colors).toEqual(colors)
    expect((await patch({ colors: { primaryText: '#000000' } })).statusCode).toBe(200)
  })

  test.each([
    [{}, 'At least one field must be provided for update'],
    [{ colors: { primaryText: 'black' } }, 'Invalid hex color format (use #RRGGBB)'],
    [{ colors: { primaryText: '000000' } }, 'Invalid hex color format (use #RRGGBB)'],
    [{ colors: { primaryText: '#0000000' } }, 'Invalid hex color format (use #RRGGBB)'],
    [{ colors: { shadow: '#000000' } }, 'Unknown field: shadow'],
    [{ logoBackgroundColor: '#12' }, 'Invalid hex color format (use #RRGGBB)'],
    [{ logoZoom: 0.49 }, 'Logo zoom must be at least 0.5'],
    [{ logoZoom: 1.51 }, 'Logo zoom must be no more than 1.5'],
    [{ logoZoom: '1' }, 'Logo zoom must be a number'],
    [{ logoUrl: 'https://example.test/x.svg' }, 'Unknown field: logoUrl'],
  ])('refuse %j', async (payload, message) => {
    const { patch, get } = await startWithAdmin()
    const response = await patch(payload)
    expect([response.statusCode, response.json().message]).toEqual([400, message])
    expect(await get()).toBeNull()
  })
})

describe('without a logo', () => {
  test('there is nothing to show, hide or delete, and nothing is created', async () => {
    const { ada, get } = await startWithAdmin()
    const hide = await ada.inject({
      method: 'PUT',
      url: url('default/status'),
      payload: { isActive: false },
    })
    expect([hide.statusCode, hide.json().message]).toEqual([404, 'Logo not found'])
    const removed = await ada.inject({ method: 'DELETE', url: url('default') })
    expect([removed.statusCode, removed.json().message]).toEqual([404, 'Logo not found'])
    expect(await get()).toBeNull()
  })
})
