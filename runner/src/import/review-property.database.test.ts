import type { ImportTotals } from '@dashboard/contract/automation'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { readCircuits, sumOf } from '@dashboard/store/imports/import-places'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySheet } from '../../test/any-sheet.ts'
import { sheetOf } from '../../test/imports.ts'
import {
  contentOf,
  listCompleted,
  readChanges,
  readImport,
  startWorld,
} from '../../test/reviews.ts'

/** A review describes exactly what the import then does, for any two sheets, and going back undoes it. */

interface Person {
  id: string
  place: string
  said: string
}

/** Returns every volunteer with the place, and all values in the tables. */
async function readPeople(db: Db): Promise<Map<string, Person>> {
  const volunteers = await db.selectFrom('volunteers').selectAll().execute()
  const circuits = await db.selectFrom('circuits').select(['id', 'name']).execute()
  const congregations = await db.selectFrom('congregations').select(['id', 'name']).execute()
  const names = new Map([...circuits, ...congregations].map(({ id, name }) => [id, name]))
  const details = new Map<string, string[]>()
  const note = (rows: readonly { volunteerId: string }[]) => {
    for (const row of rows) {
      const {
        id: _id,
        createdAt: _made,
        assignedAt: _assigned,
        ...said
      } = { ...row } as Record<string, unknown>
      const list = details.get(row.volunteerId) ?? []
      details.set(row.volunteerId, [...list, JSON.stringify(said)])
    }
  }
  note(await db.selectFrom('availability_schedules').selectAll().execute())
  note(await db.selectFrom('emergency_contacts').selectAll().execute())
  note(await db.selectFrom('volunteer_cart_assignments').selectAll().execute())
  return new Map(
    volunteers.map(({ updatedAt: _at, ...row }) => [
      row.id,
      {
        id: row.id,
        place: `${names.get(row.circuitId ?? '')} ${names.get(row.congregationId ?? '')}`,
        said: JSON.stringify([row, details.get(row.id)?.sort()]),
      },
    ]),
  )
}

/** Returns what has changed for each volunteer, seen from outside. */
function compare(before: Map<string, Person>, after: Map<string, Person>): string[] {
  const seen: string[] = []
  for (const [id, { place, said }] of after) {
    const was = before.get(id)
    if (!was) seen.push(`new ${id}: ${place}`)
    else if (was.place !== place) seen.push(`moved ${id}: ${was.place} to ${place}`)
    else if (was.said !== said) seen.push(`changed ${id}: ${place}`)
  }
  for (const [id, { place }] of before) if (!after.has(id)) seen.push(`left ${id}: ${place}`)
  return seen.sort()
}

async function countPlaces(db: Db) {
  const count = async (table: 'circuits' | 'congregations') =>
    (await db.selectFrom(table).select('id').execute()).length
  return { circuits: await count('circuits'), congregations: await count('congregations') }
}

test('a review says exactly what the import then does, and going back restores what was', async () => {
  const world = await startWorld({ maxRemoval: 1 })
  const { db, setSheet, importNow, review, apply } = world
  await fc.assert(
    fc.asyncProperty(anySheet, anySheet, async (...sheets) => {
      // A sheet without a person would have to be confirmed.
      const [first, second] = sheets.map((rows) => [{ 'Locust ID': 'always' }, ...rows])
      await setSheet(sheetOf(first ?? []))
      await importNow()
      const [start] = await listCompleted(db)
      const content = await contentOf(db)
      const people = await readPeople(db)
      const places = await countPlaces(db)

      await setSheet(sheetOf(second ?? []))
      const id = await review()
      expect(await contentOf(db)).toEqual(content)
      const row = await readImport(db, id)
      const changes = await readChanges(db, id)
      await apply(id)

      const said = changes.map((change) => {
        const from = `${change.fromCircuit} ${change.fromCongregation}`
        const to = `${change.toCircuit} ${change.toCongregation}`
        const where = { new: to, changed: to, moved: `${from} to ${to}`, left: from }[change.kind]
        return `${change.kind} ${change.volunteerId}: ${where}`
      })
      expect(said.sort()).toEqual(compare(people, await readPeople(db)))
      const totals = fromJson<ImportTotals>(row.totals ?? '')
      const { new: added, moved, changed, left, unchanged, skipped, rows } = totals
      expect(added + moved + changed + unchanged + skipped).toBe(rows)
      const circuits = await readCircuits(db, id)
      expect(sumOf(circuits.flatMap(({ congregations }) => congregations))).toEqual({
        new: added,
        moved,
        changed,
        left,
        unchanged,
        skipped,
      })
      const after = await countPlaces(db)
      expect(after.circuits - places.circuits).toBe(totals.newCircuits - totals.leftCircuits)
      expect(after.congregations - places.congregations).toBe(
        totals.newCongregations - totals.leftCongregations,
      )

      const back = await review(start?.id)
      await apply(back)
      expect(await contentOf(db)).toEqual(content)
    }),
    { numRuns: 12 },
  )
})
