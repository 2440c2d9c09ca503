import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { activeUser, inactiveUser } from '../../test/users.ts'

async function startWithAdmin() {
  const app = await startTestApp()
  return { ...app, ada: await app.as('admin') }
}

describe('the list in pages', () => {
  const names = async (query: string) => {
    const { ada, db } = await startWithAdmin()
    await db.deleteFrom('users').where('id', '!=', ada.user.id).execute()
    await db
      .updateTable('users')
      .set({ username: 'ada', usernameKey: 'ada', lastSignInAt: null, createdAt: at(1) })
      .execute()
    await activeUser(db, { username: 'Bo_b', firstName: 'Bob', createdAt: at(2) })
    await inactiveUser(db, { username: 'cia', createdAt: at(3), lastSignInAt: at(4) })
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const response = await ada.inject({ url: `/api/users?limit=2${query}${cursor}` })
      expect(response.statusCode, response.body).toBe(200)
      const { users, total, nextCursor } = response.json()
      found.push(...users.map(({ username }: { username: string }) => username))
      if (nextCursor === null) {
        expect(total).toBe(found.length)
        return found
      }
      cursor = `&cursor=${nextCursor}`
    }
  }
  const at = (day: number) => `2020-01-0${day}T00:00:00.000Z`

  test.each([
    ['', ['cia', 'Bo_b', 'ada']],
    ['&sort=createdAt', ['ada', 'Bo_b', 'cia']],
    ['&sort=name', ['ada', 'Bo_b', 'cia']],
    ['&sort=-username', ['cia', 'Bo_b', 'ada']],
    ['&sort=-lastSignInAt&status=inactive', ['cia']],
    ['&sort=-status&status=active&role=user', ['Bo_b']],
    ['&role=admin', ['ada']],
    ['&q=o_B', ['Bo_b']],
    ['&q=BOB%20user', ['Bo_b']],
    ['&q=%25', []],
  ])('filters by "%s"', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each(['limit=0', 'sort=password', 'role=owner', 'status=x', 'cursor=x'])(
    'refuses %s',
    async (query) => {
      const { ada } = await startWithAdmin()
      expect((await ada.inject({ url: `/api/users?${query}` })).statusCode).toBe(400)
    },
  )
})
