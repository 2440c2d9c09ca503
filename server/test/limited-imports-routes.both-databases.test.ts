import { expect, it } from 'vitest'
import { own, wholeDatabase } from './limited.ts'

it('a limited user sees only their own circuits of volunteers who move, and no values of those who have moved away', async () => {
  const { app, limited } = await wholeDatabase()
  const at = '2026-11-20T12:00:00.000Z'
  const done = { kind: 'import', state: 'completed', createdAt: at, completedAt: at } as const
  const secrets = {
    totals: '{"new":120}',
    guard: '{"removals":120}',
    warnings: '[{"rows":120}]',
    outdated: '{"names":["Zed"]}',
    rowsKey: 'imports/120.zst',
  }
  await app.db
    .insertInto('imports')
    .values({ id: 'i', number: 2, planJobId: 'sync', ...done, ...secrets })
    .execute()
  const fields = JSON.stringify([{ field: 'City', before: null, after: 'Boston' }])
  const moves = [
    { volunteerId: 'NY-2/Central/0', fromCircuit: 'NY-1', toCircuit: 'NY-2', name: 'Comes' },
    { volunteerId: 'NY-1/Central/0', fromCircuit: 'NY-2', toCircuit: 'NY-1', name: 'Goes' },
    { volunteerId: 'NY-3/Central/0', fromCircuit: 'NY-1', toCircuit: 'NY-3', name: 'Elsewhere' },
  ]
  for (const [at, move] of moves.entries()) {
    const row = { id: 20_000_001 + at, importId: 'i', kind: 'moved', nameKey: move.name } as const
    const congregations = { fromCongregation: 'Central', toCongregation: 'Central' }
    await app.db
      .insertInto('import_changes')
      .values({ ...row, ...move, ...congregations, fields })
      .execute()
  }
  const get = async (url: string) => (await limited.inject({ method: 'GET', url })).json()
  const { changes, total } = await get('/api/imports/i/changes')
  expect(total).toBe(2)
  expect(changes).toMatchObject([
    { name: 'Comes', from: null, to: { circuit: 'NY-2' }, fields: [{ after: 'Boston' }] },
    { name: 'Goes', from: { circuit: 'NY-2' }, to: null, fields: [] },
  ])
  expect((await get('/api/imports/i/changes?circuit=NY-1')).total).toBe(0)
  const found = await get('/api/imports/i')
  expect(found.import).toMatchObject({ totals: null, guard: null, warnings: [], outdated: null })
  expect(found.import.isRestorable).toBe(false)
  const read = (id: string) => get(`/api/volunteers/${encodeURIComponent(id)}`)
  const { volunteer } = await read('NY-2/Central/0')
  expect(volunteer.history[0]).toMatchObject({ importId: 'i', kind: 'moved' })
  expect((await read('NY-1/Central/0')).message).toBe('Volunteer not found')
  const all = JSON.stringify([changes, found, volunteer, await get('/api/imports')])
  expect(all).not.toMatch(/"NY-1"|120|Zed/)
})

it('a limited user gets the totals of their own circuits, and applies and reviews nothing', async () => {
  const { limited } = await wholeDatabase()
  const get = async (url: string) => (await limited.inject({ method: 'GET', url })).json()
  const { imports, total } = await get('/api/imports')
  expect([total, imports[0].totals]).toMatchObject([
    1,
    { rows: 18, new: 2, changed: 4, left: 2, unchanged: 8, skipped: 4, newCircuits: 1 },
  ])
  const { circuits } = await get('/api/imports/import')
  expect(circuits.map(({ circuit }: { circuit: string }) => circuit)).toEqual(own)
  const csv = await limited.inject({ method: 'GET', url: '/api/imports/import/rejects.csv' })
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(5)
  for (const url of ['/api/imports/review', '/api/imports/import/apply']) {
    expect((await limited.inject({ method: 'POST', url })).statusCode).toBe(409)
  }
})
