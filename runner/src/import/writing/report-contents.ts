import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { type PlaceContent, saveContents } from '@dashboard/store/reports/report-contents'
import { lockReports } from '@dashboard/store/reports/stored-reports'
import { readIsTrainingKnown } from '@dashboard/store/volunteers/availability'
import { CompiledQuery } from 'kysely'
import { readCircuitReport, readCongregationReport } from '../../reports/content/report-queries.ts'
import { contentDigest } from '../../reports/printed-content.ts'
import type { ImportPlan } from '../planning/plan-import.ts'
import { staged } from '../planning/plan-stage.ts'
import type { RespelledPlaces } from './respell-places.ts'

/**
 * Updates what a report of each place would print after an import; reports are out of date if they differ
 * (docs/reports.md#out-of-date). Only places that the import touches and that have reports are recalculated.
 */

/** `undefined` for all places. */
export type AffectedPlaces =
  | {
      /** Of circuits and congregations. */
      ids: ReadonlySet<string>
      /** Before the import: if that changes, it changes who can serve everywhere. */
      isTrainingKnown: boolean
    }
  | undefined

/**
 * Returns the former and new places of the people that a plan changes, and places that get another name; call it before
 * the changes are written.
 */
export async function findAffectedPlaces(
  tx: Db,
  plan: ImportPlan,
  respelled: RespelledPlaces,
): Promise<AffectedPlaces> {
  const { circuits, places, removedVolunteerIds } = plan
  const hasReports = await tx.selectFrom('reports').select('id').limit(1).executeTakeFirst()
  if (!hasReports) return undefined
  const affected = new Set<string | null>([
    ...circuits.map(({ id }) => id),
    ...places.congregations.map(({ id }) => id),
    ...respelled.congregations.map(({ id }) => id),
  ])
  const { name } = staged.volunteers
  const { rows: changed } = await tx.executeQuery<{ id: string | null }>(
    CompiledQuery.raw(
      `select "congregationId" as id from "${name}"
      union
      select "congregationId" as id from volunteers where id in (select id from "${name}")`,
    ),
  )
  for (const { id } of changed) affected.add(id)
  for (const ids of inBatches(removedVolunteerIds)) {
    const left = await tx
      .selectFrom('volunteers')
      .select('congregationId as id')
      .distinct()
      .where('id', 'in', ids)
      .execute()
    for (const { id } of left) affected.add(id)
  }
  return {
    ids: new Set([...affected].filter((id) => id !== null)),
    isTrainingKnown: await readIsTrainingKnown(tx),
  }
}

/** Saves what places print now, and deletes places that are gone; call it after the changes are written. */
export async function updateContents(tx: Db, affected: AffectedPlaces, at: string): Promise<void> {
  // A job that adds a report waits until this import is committed, or this import waits and then sees the report.
  await lockReports(tx)
  await raiseVersion(tx, 'reports')
  const reported = await tx.selectFrom('reports').select('place').distinct().execute()
  if (reported.length === 0) return
  const places = new Set(reported.map(({ place }) => place))
  const isTrainingKnown = await readIsTrainingKnown(tx)
  const isAffected = (id: string, place: string) =>
    places.has(place) && (affected?.isTrainingKnown !== isTrainingKnown || affected.ids.has(id))
  const circuits = await tx.selectFrom('circuits').select(['id', 'name']).execute()
  const congregations = await tx
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.id', 'congregations.name', 'circuits.name as circuit'])
    .execute()
  const there = [
    ...circuits.map(({ id, name }) => ({
      id,
      circuit: name,
      place: reportPlace(name, null),
      read: () => readCircuitReport(tx, name),
    })),
    ...congregations.map(({ id, name, circuit }) => ({
      id,
      circuit,
      place: reportPlace(circuit, name),
      read: () => readCongregationReport(tx, id),
    })),
  ]
  const contents: PlaceContent[] = []
  for (const { id, circuit, place, read } of there) {
    const content = isAffected(id, place) ? await read() : undefined
    if (content) contents.push({ place, circuit, digest: contentDigest(content) })
  }
  await saveContents(tx, contents, at)
  const gone = places.difference(new Set(there.map(({ place }) => place)))
  for (const some of inBatches([...gone])) {
    await tx.deleteFrom('report_contents').where('place', 'in', some).execute()
  }
}
