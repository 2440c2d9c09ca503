import { expect, test } from 'vitest'
import { toCursor } from '../src/http/page-cursor.ts'
import { signedIn, storedImport } from './stored-imports.ts'

/** What a value of a cursor may be forged as; PostgreSQL fails at each where it is of another type than its column. */
const forged = [
  'Infinity',
  '-1',
  'a\u0000b',
  '',
  7,
  7.5,
  -(2 ** 31) - 1,
  2 ** 31,
  2 ** 63,
  Number.MAX_VALUE,
]

const values = { text: 'a', integer: 7, bigInteger: 7 }

/** A list with its order, and the types of its cursor. */
const lists: [url: string, list: string, sort: string, types: (keyof typeof values)[]][] = [
  ['/api/jobs?', 'jobs', '-createdAt', ['integer']],
  ['/api/audit?', 'audit', '-at', ['integer']],
  ['/api/notices?', 'notices', '-createdAt', ['integer']],
  ['/api/users?', 'users', '-createdAt', ['text', 'text']],
  ['/api/users?sort=status', 'users', 'status', ['integer', 'text']],
  ['/api/users?sort=-name', 'users', '-name', ['text', 'text']],
  ['/api/imports?', 'imports', '-createdAt', ['integer']],
  ['/api/imports/ID/changes?', 'import-changes ID', 'name', ['text', 'bigInteger']],
  ['/api/imports/ID/rejects?', 'import-rejects ID', 'row', ['integer', 'bigInteger']],
  [
    '/api/imports/ID/rejects?sort=congregation',
    'import-rejects ID',
    'congregation',
    ['text', 'text', 'integer', 'bigInteger'],
  ],
  ['/api/volunteers?', 'volunteers', 'lastName', ['integer', 'text', 'text']],
]

test('a cursor that the server has not issued is 400, and one that it could have issued is a page', async () => {
  const { db, admin } = await signedIn()
  const id = await storedImport(db)
  for (const [url, list, sort, types] of lists) {
    const ask = async (cursorValues: (string | number)[]) => {
      const cursor = toCursor({ list: list.replace('ID', id), sort }, cursorValues)
      const response = await admin.get(`${url.replace('ID', id)}&limit=1&cursor=${cursor}`)
      return { status: response.statusCode, message: response.json().message }
    }
    const right = types.map((type) => values[type])
    expect(await ask(right), list).toMatchObject({ status: 200 })
    for (const [at, type] of types.entries()) {
      for (const value of forged) {
        const { status, message } = await ask(right.with(at, value))
        const isText = typeof value === 'string'
        const isPlausible =
          type === 'text'
            ? isText && !value.includes('\0')
            : !isText && Number.isSafeInteger(value) && (type === 'bigInteger' || value === 7)
        const where = `${list} ${sort}, value ${at}: ${JSON.stringify(value)}`
        // SQLite can compare with the character NUL.
        if (isText && value.includes('\0') && type === 'text') expect([200, 400]).toContain(status)
        else expect(status, where).toBe(isPlausible ? 200 : 400)
        if (status === 400 && !isText) expect(message).toMatch(/^The cursor is not one/)
      }
    }
  }
})
