import { expect, it } from 'vitest'
import type { ImportChange } from './imports.ts'
import { importBefore, sumChanges } from './sum-changes.ts'

const astoria = { circuit: 'NY-1', congregation: 'Astoria' }
const bronx = { circuit: 'NY-2', congregation: 'Bronx' }
let number = 0

function change(
  kind: ImportChange['kind'],
  volunteerId: string,
  over: Partial<ImportChange> = {},
): ImportChange {
  number += 1
  return {
    id: number,
    kind,
    name: volunteerId,
    volunteerId,
    locustId: null,
    from: kind === 'new' ? null : astoria,
    to: kind === 'left' ? null : astoria,
    fields: [],
    isDoubtful: false,
    ...over,
  }
}
const phone = (before: string | null, after: string | null) => ({
  fields: [{ field: 'Mobile Phone', before, after }],
})
const summed = (...changes: ImportChange[]) =>
  sumChanges(changes).changes.map(({ kind, name, from, to, fields }) => ({
    kind,
    name,
    from,
    to,
    fields,
  }))

it('shows each person once, as before the first and after the last import', () => {
  expect(
    summed(
      change('changed', 'Bo', phone('1', '2')),
      change('moved', 'Ann', { to: bronx }),
      change('changed', 'Bo', phone('2', '3')),
    ),
  ).toEqual([
    { kind: 'changed', name: 'Bo', from: astoria, to: astoria, ...phone('1', '3') },
    { kind: 'moved', name: 'Ann', from: astoria, to: bronx, fields: [] },
  ])
})

it('leaves out who is unchanged, and who came and left again', () => {
  expect(
    summed(
      change('changed', 'Bo', phone('1', '2')),
      change('moved', 'Ann', { to: bronx }),
      change('new', 'Cy'),
      change('changed', 'Bo', phone('2', '1')),
      change('moved', 'Ann', { from: bronx, to: astoria }),
      change('left', 'Cy'),
    ),
  ).toEqual([])
})

it('includes a changed emergency contact, whose values are withheld', () => {
  const contact = { field: 'Emergency Contact 1', before: 'changed', after: 'changed' }
  expect(summed(change('changed', 'Ann', { fields: [contact] }))).toEqual([
    { kind: 'changed', name: 'Ann', from: astoria, to: astoria, fields: [contact] },
  ])
})

it('shows who is new with the last values, and who has left with their first place', () => {
  expect(
    summed(
      change('new', 'Ann', phone(null, '1')),
      change('moved', 'Bo', { to: bronx }),
      change('changed', 'Ann', phone('1', '2')),
      change('left', 'Bo', { from: bronx }),
    ),
  ).toEqual([
    { kind: 'new', name: 'Ann', from: null, to: astoria, ...phone(null, '2') },
    { kind: 'left', name: 'Bo', from: astoria, to: null, fields: [] },
  ])
})

it('recognizes people who have left and come back by the Locust ID, though the values before are not stored', () => {
  const back = { locustId: '7', to: bronx, ...phone(null, '9') }
  expect(summed(change('left', 'Ann', { locustId: '7' }), change('new', 'Ann 2', back))).toEqual([
    { kind: 'moved', name: 'Ann 2', from: astoria, to: bronx, fields: [] },
  ])
})

it('counts people who have come back to the same place, by name without a Locust ID', () => {
  const gone = change('left', 'Ann')
  const back = change('new', 'v9', { name: 'Ann', ...phone(null, '1') })
  expect(sumChanges([gone, back])).toEqual({ changes: [], returned: 1 })
  const twins = [change('new', 'v11', { name: 'Ann' }), change('new', 'v12', { name: 'Ann' })]
  expect(sumChanges(twins).changes).toHaveLength(2)
  const namesake = change('new', 'v10', { name: 'Ann', to: bronx })
  expect(
    sumChanges([gone, namesake])
      .changes.map(({ kind }) => kind)
      .sort(),
  ).toEqual(['left', 'new'])
})

it('says what has changed since the last import that is a week old, or since the oldest one', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
  const weekAgo = nowMs - 7 * 86_400_000
  const daysAgo = (days: number, hasDetails = true) => ({
    completedAt: new Date(nowMs - days * 86_400_000).toISOString(),
    hasDetails,
  })
  const [today, sixth, eighth, ninth] = [0, 6, 8, 9].map((days) => daysAgo(days))
  if (!today || !sixth || !eighth || !ninth) throw new Error('There are four')
  expect(importBefore([today, sixth, eighth, ninth], weekAgo)).toBe(eighth)
  expect(importBefore([today, sixth, daysAgo(8, false)], weekAgo)).toBe(sixth)
  expect(importBefore([eighth], weekAgo)).toBeUndefined()
  expect(importBefore([], weekAgo)).toBeUndefined()
})
