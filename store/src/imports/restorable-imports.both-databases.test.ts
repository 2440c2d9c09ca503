import { randomUUID } from 'node:crypto'
import { dayMs } from '@dashboard/contract/duration'
import { expect, test } from 'vitest'
import { setClock } from '../../test/clock.ts'
import { freshDatabase } from '../../test/database.ts'
import { temporaryFolder } from '../../test/folder.ts'
import { inZone } from '../../test/zones.ts'
import { nowIso, toIso } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { openFiles } from '../files/open-files.ts'
import { insertImport } from './insert-import.ts'
import { pruneHistory } from './prune-history.ts'

async function addUser(db: Db, id: string, role: 'admin' | 'user') {
  const times = { createdAt: nowIso(), updatedAt: nowIso() }
  const names = { username: id, usernameKey: id, firstName: id, lastName: 'Lee', password: '' }
  await db
    .insertInto('users')
    .values({ id, role, ...names, ...times })
    .execute()
}

/** Adds imports that were written so many days ago; `by` is `null` for a schedule. */
async function addImports(db: Db, by: string | null, number: number, daysAgo = 0) {
  const ids: string[] = []
  for (let each = 0; each < number; each += 1) {
    const id = await insertImport(db, { kind: 'import', planJobId: randomUUID(), createdBy: null })
    const completedAt = toIso(Date.now() - daysAgo * dayMs)
    const facts = { state: 'completed' as const, completedAt, createdAt: completedAt }
    await db
      .updateTable('imports')
      .set({ ...facts, appliedById: by, rowsKey: `imports/rows-${id}.zst` })
      .where('id', '=', id)
      .execute()
    ids.push(id)
  }
  return ids
}

async function restorable(db: Db): Promise<string[]> {
  await pruneHistory(db, await openFiles({ kind: 'disk', path: await temporaryFolder() }), {
    imports: 20,
    since: '',
  })
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('rowsKey', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.map(({ id }) => id)
}

test('an import that waits for a decision is not pushed out by failed imports of others', async () => {
  const db = await freshDatabase()
  const [waiting = ''] = await addImports(db, 'bo', 1)
  const tries = await addImports(db, 'cy', 25)
  const update = (state: 'stopped' | 'planning', ids: string[]) =>
    db.updateTable('imports').set({ state, completedAt: null }).where('id', 'in', ids).execute()
  await update('stopped', [waiting])
  await update('planning', tries)
  await restorable(db)
  const left = await db.selectFrom('imports').select('id').orderBy('number').execute()
  expect(left.map(({ id }) => id)).toEqual([waiting, ...tries.slice(5)])
})

test('a user pushes out only imports of the same user', async () => {
  const db = await freshDatabase()
  await addUser(db, 'bo', 'user')
  await addUser(db, 'cy', 'user')
  const scheduled = await addImports(db, null, 1, 40)
  const ofCy = await addImports(db, 'cy', 1, 40)
  const ofBo = await addImports(db, 'bo', 25)
  expect(await restorable(db)).toEqual([...scheduled, ...ofCy, ...ofBo.slice(5)])
})

test.each([null, 'ada'])(
  'an administrator and a schedule push out those of everybody (%s)',
  async (by) => {
    const db = await freshDatabase()
    await addUser(db, 'ada', 'admin')
    await addUser(db, 'bo', 'user')
    await addImports(db, 'bo', 2, 40)
    const others = await addImports(db, by, 20)
    expect(await restorable(db)).toEqual(others)
  },
)

test('the last import of each of the last 30 days stays', async () => {
  const db = await freshDatabase()
  await addImports(db, null, 2, 40)
  const [, lastOfDay] = await addImports(db, null, 2, 20)
  const today = await addImports(db, null, 25)
  expect(await restorable(db)).toEqual([lastOfDay, ...today.slice(5)])
})

test.each([
  ['America/New_York', true],
  ['UTC', false],
])(
  'an import at 23:30 in New York and one at 0:30 are of two days there (%s)',
  async (zone, isKept) => {
    inZone(zone)
    // 1:00 in New York.
    setClock(Date.parse('2026-11-20T06:00:00.000Z'))
    const db = await freshDatabase()
    const atNight = await addImports(db, null, 1, 1.5 / 24)
    const afterMidnight = await addImports(db, null, 25, 0.5 / 24)
    const kept = isKept ? atNight : []
    expect(await restorable(db)).toEqual([...kept, ...afterMidnight.slice(5)])
  },
)
