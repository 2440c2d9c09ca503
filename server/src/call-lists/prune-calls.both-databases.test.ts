import { randomUUID } from 'node:crypto'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { setClock } from '@dashboard/store/test/clock'
import { freshDatabase } from '@dashboard/store/test/database'
import { personKey } from '@dashboard/store/volunteers/person-key'
import { beforeEach, expect, test } from 'vitest'
import { insertPeople } from '../../test/people.ts'
import { pruneCalls } from './prune-calls.ts'

const nowMs = Date.parse('2026-11-20T15:00:00.000Z')
beforeEach(() => setClock(nowMs))

const daysAgo = (days: number) => toIso(nowMs - days * 24 * 60 * 60_000)

async function insertList(db: Db, day: string): Promise<string> {
  const id = randomUUID()
  const list = { kind: 'circuit', place: 'NY-1', timeSlot: 'Morning' } as const
  await db
    .insertInto('call_lists')
    .values({ id, ...list, day, createdBy: 'Ann Lee', createdAt: daysAgo(1) })
    .execute()
  return id
}

interface Called {
  volunteerId: string
  listId: string
  last?: string
  locustId?: string
  at?: string
}

async function insertCall(db: Db, { last = 'Lee', locustId, at, ...call }: Called) {
  const person = { firstName: 'Ann', lastName: last, circuit: 'NY-1', congregation: 'Park' }
  await db
    .insertInto('call_outcomes')
    .values({
      id: randomUUID(),
      ...call,
      ...person,
      personKey: personKey(person),
      locustId: locustId ?? null,
      outcome: 'later',
      by: 'Kim Day',
      at: at ?? daysAgo(1),
    })
    .execute()
}

const namesLeft = async (db: Db) =>
  (await db.selectFrom('call_outcomes').select('lastName').orderBy('lastName').execute()).map(
    ({ lastName }) => lastName,
  )

test('old lists and outcomes go', async () => {
  const db = await freshDatabase()
  const [id = ''] = await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
  const old = await insertList(db, '2026-10-01')
  const young = await insertList(db, '2026-11-19')
  await insertCall(db, { volunteerId: id, listId: old })
  await insertCall(db, { volunteerId: id, listId: young, at: daysAgo(31) })
  expect(await pruneCalls(db, 0)).toBe(0)
  expect(await pruneCalls(db, 30)).toBe(2)
  const lists = await db.selectFrom('call_lists').select('id').execute()
  expect(lists).toEqual([{ id: young }])
})

test('outcomes of people who have left are deleted with the last import that could restore them', async () => {
  const db = await freshDatabase()
  const listId = await insertList(db, '2026-11-19')
  const [there = ''] = await insertPeople(db, [
    { name: ['Ann', 'There'] },
    { name: ['Ann', 'Back'] },
    { name: ['Ann', 'Renamed'], locustId: 'L7' },
  ])
  await insertCall(db, { volunteerId: there, listId, last: 'There' })
  await insertCall(db, { volunteerId: 'before', listId, last: 'Back' })
  await insertCall(db, { volunteerId: 'earlier', listId, last: 'Other', locustId: 'L7' })
  await insertCall(db, { volunteerId: 'left', listId, last: 'Left' })
  await db
    .insertInto('imports')
    .values({
      id: 'import',
      number: 1,
      kind: 'import',
      state: 'completed',
      planJobId: 'job',
      rowsKey: 'imports/rows-import.zst',
      createdAt: daysAgo(1),
    })
    .execute()
  await db
    .insertInto('import_changes')
    .values({
      id: 10_000_001,
      importId: 'import',
      kind: 'left',
      volunteerId: 'left',
      fields: '[]',
      name: 'Ann Left',
      nameKey: 'ann left',
    })
    .execute()
  expect(await pruneCalls(db, 0)).toBe(0)
  // The changes of the import stay readable, but nobody can go back to it.
  await db.updateTable('imports').set({ rowsKey: null }).execute()
  expect(await pruneCalls(db, 0)).toBe(1)
  expect(await namesLeft(db)).toEqual(['Back', 'Other', 'There'])
})
