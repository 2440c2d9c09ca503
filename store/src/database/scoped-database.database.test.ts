import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import type { Db } from './open-database.ts'
import { everyCircuit, scopeOfUser } from './scope.ts'
import { within } from './scoped-database.ts'

const at = '2026-11-20T12:00:00.000Z'

/** Creates two circuits with one congregation each, and three volunteers in each congregation. */
async function twoCircuits(): Promise<Db> {
  const db = await freshDatabase()
  for (const name of ['NY-1', 'NY-2']) {
    await db.insertInto('circuits').values({ id: name, name }).execute()
    const congregation = { id: `c-${name}`, name: 'Central', circuitId: name, createdAt: at }
    await db.insertInto('congregations').values(congregation).execute()
    for (const position of [1, 2, 3]) {
      const id = `${name}-${position}`
      const places = { circuitId: name, congregationId: congregation.id }
      const row = { id, firstName: 'Ann', lastName: id, ...places, createdAt: at, updatedAt: at }
      await db.insertInto('volunteers').values(row).execute()
      const appointment = { id: `a-${id}`, volunteerId: id, title: 'Captain', assignedAt: at }
      await db.insertInto('appointments').values(appointment).execute()
    }
  }
  return db
}

const limitedTo = (...circuits: string[]) =>
  scopeOfUser({ role: 'user', circuits: JSON.stringify(circuits) })

it('the scope comes from the row of the user, and administrators see every circuit', () => {
  expect(scopeOfUser({ role: 'admin', circuits: '["NY-1"]' })).toBe(everyCircuit)
  expect(scopeOfUser({ role: 'user', circuits: null })).toBe(everyCircuit)
  expect(limitedTo('NY-2', 'NY-1').key).toBe(limitedTo('NY-1', 'NY-2').key)
  expect(limitedTo('NY-1').key).not.toBe(limitedTo('NY-2').key)
})

it('counts, joins, aliases, subqueries and common table expressions find only rows of the circuits', async () => {
  const db = await twoCircuits()
  const one = within(db, limitedTo('NY-1'))
  const count = (from: Db) =>
    from
      .selectFrom('volunteers')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  expect(await count(within(db, everyCircuit))).toEqual({ rows: 6 })
  expect(await count(one)).toEqual({ rows: 3 })

  const joined = await one
    .selectFrom('appointments as held')
    .innerJoin('volunteers as people', 'people.id', 'held.volunteerId')
    .leftJoin('circuits', 'circuits.id', 'people.circuitId')
    .select(['held.title', 'circuits.name', 'people.lastName'])
    .orderBy('people.lastName')
    .execute()
  expect(joined.map(({ name, lastName }) => [name, lastName])).toEqual([
    ['NY-1', 'NY-1-1'],
    ['NY-1', 'NY-1-2'],
    ['NY-1', 'NY-1-3'],
  ])

  const nested = await one
    .with('places', (query) => query.selectFrom('congregations').select(['id', 'name']))
    .selectFrom('places')
    .select((select) => [
      'places.id',
      select
        .selectFrom('volunteers')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .as('everybody'),
    ])
    .where('places.id', 'in', (query) => query.selectFrom('congregations').select('id'))
    .union((query) =>
      query
        .selectFrom('circuits')
        .select((select) => ['circuits.id', select.lit(0).as('everybody')]),
    )
    .orderBy('id')
    .execute()
  expect(nested).toEqual([
    { id: 'NY-1', everybody: 0 },
    { id: 'c-NY-1', everybody: 3 },
  ])
})

it('circuits that do not exist show nothing', async () => {
  const db = await twoCircuits()
  const job = { type: 'circuit-report' as const, targets: '["NY-1"]', createdAt: at, updatedAt: at }
  await db
    .insertInto('jobs')
    .values({ id: 'j', sequence: 1, ...job })
    .execute()
  await db.insertInto('job_circuits').values({ id: '1', jobId: 'j', circuit: 'NY-1' }).execute()
  const view = within(db, limitedTo('NY-3'))
  for (const table of ['circuits', 'volunteers', 'jobs', 'reports'] as const) {
    expect(await view.selectFrom(table).select('id').execute()).toEqual([])
  }
})

it('refuses tables that no limited user reads, changes of rows, and raw SQL that names tables', async () => {
  const view = within(await twoCircuits(), limitedTo('NY-1'))
  const counted = sql<number>`(select count(*) from volunteers)`.as('everybody')
  const refused: [{ execute(): Promise<unknown> }, string][] = [
    [view.selectFrom('users').selectAll(), 'users'],
    [view.deleteFrom('volunteers'), 'read-only'],
    [view.updateTable('circuits').set({ name: 'NY-9' }), 'read-only'],
    [view.selectFrom('circuits').select(counted), 'cannot be scoped'],
    [{ execute: () => sql`select * from volunteers`.execute(view) }, 'cannot be scoped'],
    [{ execute: () => sql`delete from "jobs"`.execute(view) }, 'cannot be scoped'],
  ]
  for (const [query, reason] of refused) await expect(query.execute()).rejects.toThrow(reason)
})

it('SQL that is given its tables finds only rows of the circuits', async () => {
  const view = within(await twoCircuits(), limitedTo('NY-1'))
  const volunteers = sql.table('volunteers')
  const statement = sql<{ people: number }>`select count(*) as people from ${volunteers}
    where exists (select 1 from ${sql.table('circuits')} where circuits.id = volunteers."circuitId")`
  expect((await statement.execute(view)).rows).toEqual([{ people: 3 }])
})

it('a transaction on a view is limited like the view', async () => {
  const view = within(await twoCircuits(), limitedTo('NY-2'))
  const names = await view
    .transaction()
    .execute((tx) => tx.selectFrom('circuits').select('name').execute())
  expect(names).toEqual([{ name: 'NY-2' }])
})

it.each([
  ['all circuits', everyCircuit],
  ['one circuit', limitedTo('NY-1')],
])(
  'an empty list matches nothing, and its opposite everything, in a view of %s',
  async (_of, scope) => {
    const db = await twoCircuits()
    for (const each of [db, within(db, scope)]) {
      const names = each.selectFrom('circuits').select('name')
      expect(await names.where('name', 'in', []).execute()).toEqual([])
      expect(await names.where('name', 'not in', []).execute()).toEqual(await names.execute())
    }
    await db.updateTable('circuits').set({ congregations: 9 }).where('id', 'in', []).execute()
    await db.deleteFrom('circuits').where('id', 'in', []).execute()
    const rows = await db.selectFrom('circuits').select('congregations').execute()
    expect(rows.map(({ congregations }) => congregations)).toEqual([0, 0])
  },
)
