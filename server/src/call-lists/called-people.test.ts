import { expect, it } from 'vitest'
import { rowsByPerson } from './called-people.ts'

const row = (volunteerId: string, locustId: string | null, personKey: string, isThere = false) => ({
  volunteerId,
  locustId,
  personKey,
  isThere,
})
const person = (id: string, locustId: string | null, personKey: string) => ({
  id,
  locustId,
  personKey,
})

it('finds rows by id as long as that volunteer is there, whatever has changed', () => {
  const rows = [row('a', 'L1', 'ann', true)]
  expect(rowsByPerson(rows)(person('a', null, 'anna'))).toEqual(rows)
  expect(rowsByPerson(rows)(person('b', 'L1', 'ann'))).toEqual([])
})

it('finds rows of people who have left and come back by Locust ID, else by name', () => {
  const rows = [row('a', 'L1', 'ann'), row('b', null, 'bo')]
  const rowsOf = rowsByPerson(rows)
  expect(rowsOf(person('new', 'L1', 'married'))).toEqual([rows[0]])
  expect(rowsOf(person('new', null, 'ann'))).toEqual([rows[0]])
  expect(rowsOf(person('new', 'L2', 'bo'))).toEqual([rows[1]])
})

it('distinguishes two Locust IDs that share a name', () => {
  expect(rowsByPerson([row('a', 'L1', 'ann')])(person('new', 'L2', 'ann'))).toEqual([])
})
