import { expect, it } from 'vitest'
import { refuseNul } from './copy-rows.ts'

const users = { name: 'users', key: 'id' } as const

it('names the row and the column that PostgreSQL cannot store', () => {
  const row = { id: 'u-7', username: 'ada', firstName: 'A\0da', isActive: 1, lastName: null }
  expect(() => refuseNul(users, row)).toThrow(
    'The table users holds the character NUL, which PostgreSQL does not keep: column firstName of the row whose id is "u-7".',
  )
  expect(() => refuseNul(users, { ...row, firstName: 'Ada' })).not.toThrow()
})
