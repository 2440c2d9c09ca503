import type { FieldChange, ImportGuard, ImportOutdated } from '@dashboard/contract/imports'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { readCircuits } from '@dashboard/store/imports/import-places'
import { readSchedulePause } from '@dashboard/store/schedules/pause-schedules'
import { describe, expect, test } from 'vitest'
import {
  fullRow,
  numberedRows,
  readBatchSizes,
  readEverything,
  sheetOf,
} from '../../test/imports.ts'
import {
  contentOf,
  listCompleted,
  readChanges,
  readImport,
  startWorld,
} from '../../test/reviews.ts'
import { createLineFile, storedRowsType } from './reading/stored-rows.ts'

async function insertSchedule(db: Db): Promise<void> {
  const at = '2026-11-01T00:00:00.000Z'
  const times = { days: '[1]', time: '06:00', nextRunAt: '2026-11-23T11:00:00.000Z' }
  const values = { id: 'a', ...times, reportsAfter: '"none"', createdAt: at, updatedAt: at }
  await db
    .insertInto('schedules')
    .values({ ...values, isActive: 1 })
    .execute()
}

describe('a review', () => {
  test('says what an import would do, and changes nothing', async () => {
    const { db, setSheet, importNow, review } = await startWorld()
    await setSheet(sheetOf([fullRow, ...numberedRows(4).slice(1)]))
    await importNow()
    const before = await readEverything(db)
    const [, , third, fourth] = numberedRows(4)
    await setSheet(
      sheetOf([
        { ...fullRow, 'Mobile Phone': '+1 212 555 0199', Monday: 'Evening; Morning' },
        { ...third, Congregation: 'Hill' },
        { ...fourth },
        { 'Locust ID': 'L9', 'First Name': 'Zoe' },
        { 'Locust ID': 'L9', 'First Name': 'Zoe' },
      ]),
    )
    const id = await review()
    expect(await readEverything(db)).toEqual(before)
    expect(await readBatchSizes(db)).toEqual([4])
    const row = await readImport(db, id)
    expect(row).toMatchObject({ kind: 'review', state: 'ready', completedAt: null })
    expect(fromJson(row.totals ?? '')).toMatchObject({
      rows: 5,
      new: 1,
      moved: 1,
      changed: 1,
      left: 1,
      unchanged: 1,
      skipped: 1,
      newCongregations: 1,
    })
    const changes = await readChanges(db, id)
    expect(
      changes.map(({ kind, name, fromCongregation, toCongregation }) => [
        ...[kind, name, fromCongregation, toCongregation],
      ]),
    ).toEqual([
      ['left', 'First2 Lee', 'Park', null],
      ['moved', 'First3 Lee', 'Park', 'Hill'],
      ['changed', 'José O’Neill, "Pepe"', '東京', '東京'],
      ['new', 'Zoe Lee', null, 'Park'],
    ])
    expect(fromJson<FieldChange[]>(changes[2]?.fields ?? '')).toEqual([
      { field: 'Mobile Phone', before: '+1 212 555 0100', after: '+1 212 555 0199' },
      { field: 'Monday', before: 'Morning; 14:00-16:00', after: 'Morning; Evening' },
    ])
    const circuits = await readCircuits(db, id)
    const [ny] = circuits.filter(({ circuit }) => circuit === 'NY-1')
    expect(ny).toMatchObject({ new: 1, moved: 1, left: 1, unchanged: 1, skipped: 1 })
    expect(ny?.congregations.map(({ congregation, isNew }) => [congregation, isNew])).toEqual([
      ['Hill', true],
      ['Park', false],
    ])
    const [reject, ...others] = await db.selectFrom('import_rejects').selectAll().execute()
    expect(others).toEqual([])
    expect(reject).toMatchObject({
      rowIndex: 6,
      columnTitle: 'Locust ID',
      value: 'L9',
      circuit: 'NY-1',
      congregation: 'Park',
      reason: 'Its Locust ID is already in row 5, so this later row is left out.',
    })
  })

  test('is applied as it was shown, with the same page as its result', async () => {
    const { db, setSheet, importNow, review, apply } = await startWorld()
    await setSheet(sheetOf([fullRow, ...numberedRows(4).slice(1)]))
    await importNow()
    const next = sheetOf([{ ...fullRow, City: 'Albany' }, ...numberedRows(5).slice(2)])
    await setSheet(next)
    const id = await review()
    const reviewed = await readImport(db, id)
    const changes = await readChanges(db, id)
    const { outcome, log } = await apply(id)
    expect(outcome.totals).toEqual(fromJson(reviewed.totals ?? ''))
    expect(log.at(-1)).toContain(
      'Import finished: 4 rows read, 4 imported, 0 skipped; 2 volunteers changed (1 new)',
    )
    expect(await readImport(db, id)).toMatchObject({ kind: 'import', state: 'completed' })
    expect(await readChanges(db, id)).toEqual(changes)
    expect(await readBatchSizes(db)).toEqual([4])
    const zoe = changes.find(({ kind }) => kind === 'new')
    const { volunteers } = await readEverything(db)
    expect(volunteers?.map((row) => row.id)).toContain(zoe?.volunteerId)
    const content = await contentOf(db)
    // The sheet is that of the last import.
    expect((await importNow()).log.at(-1)).toContain('; 0 volunteers changed')
    await expect(apply(id)).rejects.toThrow('These changes have been imported already.')
    // Runs last: on PostgreSQL it replaces the first world.
    const direct = await startWorld()
    await direct.setSheet(next)
    await direct.importNow()
    expect(await contentOf(direct.db)).toEqual(content)
  })
})

test('a review of more rows than are staged at a time is applied whole', async () => {
  const { db, setSheet, review, apply } = await startWorld()
  await setSheet(sheetOf(numberedRows(501)))
  const { log } = await apply(await review())
  expect(log.at(-1)).toContain(
    '501 rows read, 501 imported, 0 skipped; 501 volunteers changed (501 new)',
  )
  expect(await readBatchSizes(db)).toEqual([501])
})

describe('a review is outdated', () => {
  const rows = numberedRows(4)
  const next = [{ ...rows[0], City: 'Albany' }, ...rows.slice(1), { 'Locust ID': 'new' }]

  async function reviewed() {
    const world = await startWorld()
    await world.setSheet(sheetOf(rows))
    await world.importNow()
    await world.setSheet(sheetOf(next))
    return { ...world, id: await world.review() }
  }

  test('when the sheet has other rows, not when it is only saved again', async () => {
    const { db, setSheet, apply, id } = await reviewed()
    const before = await readEverything(db)
    await setSheet(sheetOf([...next, { 'Locust ID': 'later' }]))
    await expect(apply(id)).rejects.toMatchObject({
      kind: 'outdated',
      message: 'Review again: the sheet has changed since.',
    })
    const { outdated } = await readImport(db, id)
    expect(fromJson<ImportOutdated>(outdated ?? '')).toMatchObject({ isSheetChanged: true })
    expect(await readEverything(db)).toEqual(before)
    await setSheet(`${sheetOf(next)}\n\n`)
    expect((await apply(id)).outcome.totals).toMatchObject({ new: 1, changed: 1 })
  })

  test('when a volunteer whom it changes has changed, and then it names them', async () => {
    const { db, apply, id } = await reviewed()
    const change = (locustId: string) =>
      db
        .updateTable('volunteers')
        .set({ updatedAt: '2026-01-01T00:00:00.000Z' })
        .where('locustId', '=', locustId)
        .execute()
    await change('L3')
    await change('L1')
    await expect(apply(id)).rejects.toThrow('Review again: First1 Lee is not as reviewed.')
  })

  test('not when somebody else has changed', async () => {
    const { db, apply, id } = await reviewed()
    await db.updateTable('volunteers').set({ zone: 'X' }).where('locustId', '=', 'L3').execute()
    expect((await apply(id)).outcome.totals).toMatchObject({ new: 1, changed: 1 })
    const { volunteers } = await readEverything(db)
    expect(volunteers?.find(({ locustId }) => locustId === 'L3')).toMatchObject({ zone: 'X' })
  })

  test('when another import has added the same volunteers, also without Locust IDs', async () => {
    const world = await startWorld()
    await world.setSheet(sheetOf(rows))
    await world.importNow()
    await world.setSheet(sheetOf([...rows, { 'First Name': 'Zoe' }]))
    const id = await world.review()
    await world.importNow()
    await expect(world.apply(id)).rejects.toThrow('Review again: Zoe Lee is not as reviewed.')
  })

  test('when a place that it removes is used again', async () => {
    const world = await startWorld()
    await world.setSheet(sheetOf([...rows, { 'Locust ID': 'a', Congregation: 'Hill' }]))
    await world.importNow()
    await world.setSheet(sheetOf(rows))
    const id = await world.review()
    const before = await world.db
      .selectFrom('congregations')
      .select('id')
      .where('name', '=', 'Hill')
      .executeTakeFirstOrThrow()
    await world.db
      .updateTable('volunteers')
      .set({ congregationId: before.id })
      .where('locustId', '=', 'L1')
      .execute()
    await expect(world.apply(id)).rejects.toMatchObject({ kind: 'outdated' })
    expect((await readEverything(world.db)).volunteers).toHaveLength(5)
  })

  test('when another version has stored rows of a table that this one does not have', async () => {
    const { db, settings, apply, id } = await reviewed()
    const { planKey } = await readImport(db, id)
    const plan = createLineFile()
    await plan.write('{}\n["plan_former",[{"id":"1"}]]\n')
    const files = await openFiles(settings.storage)
    await files.write(planKey ?? '', await plan.finish(), storedRowsType)
    await expect(apply(id)).rejects.toMatchObject({
      kind: 'outdated',
      message: 'This review was made by another version of the dashboard. Review again.',
    })
  })
})

describe('an import that the guard stops', () => {
  test('leaves its review, which is applied once an administrator has confirmed it', async () => {
    const { db, setSheet, importNow, apply, applyByAnother } = await startWorld()
    await insertSchedule(db)
    await setSheet(sheetOf(numberedRows(30)))
    await importNow()
    expect(await readSchedulePause(db)).toBeNull()
    await setSheet(sheetOf(numberedRows(5)))
    await expect(importNow()).rejects.toMatchObject({ kind: 'guard' })
    const { id, guard, ...row } = await db
      .selectFrom('imports')
      .selectAll()
      .where('state', '=', 'stopped')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ kind: 'import', completedAt: null })
    const found = fromJson<ImportGuard>(guard ?? '')
    expect(found).toEqual({
      isStopped: true,
      removals: 25,
      volunteers: 30,
      isTotalExceeded: true,
      congregations: [{ circuit: 'NY-1', congregation: 'Park', removals: 25, volunteers: 30 }],
      columns: [],
      erasures: 0,
      replaced: [],
      replacements: 0,
      unknownColumns: [],
      hasOtherIds: false,
      confirmedBy: null,
    })
    expect(await readChanges(db, id)).toHaveLength(25)
    expect(await readSchedulePause(db)).toMatchObject({ reason: 'guard' })
    await expect(apply(id)).rejects.toMatchObject({ kind: 'guard' })
    const confirmed = JSON.stringify({ ...found, confirmedBy: 'Ann Lee' })
    await db.updateTable('imports').set({ guard: confirmed }).where('id', '=', id).execute()
    await expect(applyByAnother(id)).rejects.toMatchObject({ kind: 'guard' })
    const { outcome, log } = await apply(id)
    expect(outcome.totals).toMatchObject({ left: 25, unchanged: 5 })
    expect(log[1]).toBe('Ann Lee has confirmed the removal of 25 volunteers.')
    expect((await readEverything(db)).volunteers).toHaveLength(5)
  })
})

describe('going back', () => {
  test('again refuses rows that an unquoted comma had shifted', async () => {
    const { db, setSheet, importNow, review, apply } = await startWorld({ maxRemoval: 1 })
    const lines = sheetOf(numberedRows(3)).trimEnd().split('\n')
    await setSheet([...lines, `Jr.,${lines.at(-1)}`, ''].join('\n'))
    await importNow()
    const [first] = await listCompleted(db)
    const before = await contentOf(db)
    await setSheet(sheetOf(numberedRows(2)))
    await importNow()
    await apply(await review(first?.id))
    expect(await contentOf(db)).toEqual(before)
    expect((await readEverything(db)).volunteers).toHaveLength(3)
  })

  test('restores everything as an import has left it, cart locations too, and can be undone', async () => {
    const { db, setSheet, importNow, review, apply } = await startWorld({ maxRemoval: 1 })
    await setSheet(sheetOf([{ ...fullRow, 'Cart Locations': 'Pier 4 (Harbor)' }]))
    await importNow()
    const good = [{ ...fullRow, 'Cart Locations': 'Pier 4; Dock' }, ...numberedRows(3).slice(1)]
    await setSheet(`Volunteers of the spring\n\n${sheetOf(good)}`)
    await importNow()
    const [second] = await listCompleted(db)
    const before = await contentOf(db)
    await setSheet(sheetOf([{ ...fullRow, 'Cart Locations': 'Pier 4 (Bay); Quay' }]))
    await importNow()
    const [third] = await listCompleted(db)
    const bad = await contentOf(db)
    expect(bad).not.toEqual(before)

    await insertSchedule(db)
    const id = await review(second?.id)
    expect(await contentOf(db)).toEqual(bad)
    expect(await readSchedulePause(db)).toBeNull()
    await apply(id)
    expect(await readSchedulePause(db)).toMatchObject({ reason: 'restore' })
    expect(await contentOf(db)).toEqual(before)
    expect(await readImport(db, id)).toMatchObject({ kind: 'restore', state: 'completed' })
    expect(await readBatchSizes(db)).toEqual([3])
    await apply(await review(third?.id))
    expect(await contentOf(db)).toEqual(bad)
    await apply(await review(id))
    expect(await contentOf(db)).toEqual(before)
  })
})
