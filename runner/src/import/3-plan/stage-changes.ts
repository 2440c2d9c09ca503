import { createHash } from 'node:crypto'
import type { Db } from '@dashboard/store/database/open-database'
import { addLine, type LineTally } from '../1-read/line-tally.ts'
import type { SheetEntry, SheetRow } from '../1-read/read-sheet.ts'
import { type ExistingPlaces, readDetails, readVolunteerRows } from '../2-match/existing-data.ts'
import type { KnownVolunteer } from '../2-match/known-volunteers.ts'
import type { VolunteerMatcher } from '../2-match/match-volunteers.ts'
import type { WrittenCounts } from './count-changes.ts'
import { detailKinds } from './detail-kinds.ts'
import { createPlacesPlanner, type PlaceIds, type PlacesPlan } from './plan-places.ts'
import type { PlanStage } from './plan-stage.ts'
import { nobodyBefore, planVolunteers, type WantedVolunteer } from './plan-volunteers.ts'
import { compareRowHash } from './row-hash.ts'

/** Volunteers compared with what is there at a time. */
const volunteersPerComparison = 500

interface Sources {
  db: Db
  existing: ExistingPlaces
  matcher: VolunteerMatcher
  stage: PlanStage
  /** Receives a line for every oddity of a row that is imported. */
  warnings: LineTally
  at: string
}

/** What the rows of the sheet came to; their changes are in the stage. */
export interface SheetChanges {
  rowsRead: number
  imported: number
  /** Whether there are volunteers, and each is such as an export of sample data writes. */
  isSampleSheet: boolean
  /** The number of the last row that is not blank. */
  lastRow: number
  /** Names the rows with their numbers: equal for sheets with equal rows. */
  rowsHash: string
  written: WrittenCounts
  circuitIds: Set<string>
  places: PlacesPlan
}

/** Goes through the sheet once: unchanged rows are recognized, of the others the changes are staged. */
export async function stageChanges(
  pieces: AsyncIterable<SheetRow[]>,
  sources: Sources,
): Promise<SheetChanges> {
  const { matcher, stage, at } = sources
  const places = createPlacesPlanner(sources.existing, at)
  const comparison = createComparison(sources, places.locationIds)
  const rowsHash = createHash('sha256')
  const late: (Omit<WantedVolunteer, 'id'> & { person: SheetEntry['person'] })[] = []
  let rowsRead = 0
  let imported = 0
  let isSampleSheet = true
  let lastRow = 0
  for await (const rows of pieces) {
    rowsRead += rows.length
    lastRow = rows.at(-1)?.rowIndex ?? lastRow
    rowsHash.update(rows.map(({ rowIndex, rawData }) => `${rowIndex} ${rawData}\n`).join(''))
    await stage.addRawRows(rows)
    await matcher.prepare(rows.flatMap(({ entry }) => entry?.person ?? []))
    for (const { rowIndex, rawData, entry } of rows) {
      if (!entry) continue
      imported += 1
      isSampleSheet &&= entry.isSample()
      const place = places.take(entry.person, entry.places)
      const match = matcher.match(entry.person)
      const known = typeof match === 'string' ? undefined : match
      const comparedHash = compareWithKnown(known, rawData, place)
      if (comparedHash === 'same') continue
      const { volunteer, warnings } = entry.read()
      for (const warning of warnings) addLine(sources.warnings, `Row ${rowIndex}: ${warning}.`)
      if (comparedHash === 'same-with-warnings') continue
      const wanted = { volunteer, place, rawData, hasWarnings: warnings.length > 0 }
      if (match === 'later') late.push({ ...wanted, person: entry.person })
      else comparison.add({ ...wanted, id: known?.id })
    }
    await comparison.finishFull()
  }
  for (const { person, ...wanted } of late) {
    const match = matcher.matchLate(person)
    comparison.add({ ...wanted, id: match === 'new' ? undefined : match.id })
    await comparison.finishFull()
  }
  await comparison.finish()
  await stage.flush()
  return {
    rowsRead,
    imported,
    isSampleSheet: isSampleSheet && imported > 0,
    lastRow,
    rowsHash: rowsHash.digest('base64url'),
    ...comparison.totals,
    places: places.finish(),
  }
}

/** A row that names a place which is gone from the database is not as it was, whatever its cells. */
function compareWithKnown(
  known: KnownVolunteer | undefined,
  rawData: string,
  place: PlaceIds,
): ReturnType<typeof compareRowHash> {
  if (!known || !place.wereThere) return 'changed'
  return compareRowHash(known.rowHash, rawData, known.updatedAt)
}

/** Compares volunteers that are new, or whose rows have changed, some at a time, and stages what changes. */
function createComparison({ db, stage, at }: Sources, locationIds: ReadonlyMap<string, string>) {
  const written = { new: 0, moved: 0, changed: 0 }
  const circuitIds = new Set<string>()
  let waiting: WantedVolunteer[] = []
  const finish = async () => {
    const wanted = waiting
    waiting = []
    const changes = planVolunteers(wanted, await readBefore(db, wanted), locationIds, at)
    written.new += changes.written.new
    written.moved += changes.written.moved
    written.changed += changes.written.changed
    for (const id of changes.circuitIds) circuitIds.add(id)
    await stage.add(changes)
  }
  return {
    totals: { written, circuitIds },
    finish,
    add: (wanted: WantedVolunteer) => void waiting.push(wanted),
    async finishFull() {
      if (waiting.length >= volunteersPerComparison) await finish()
    },
  }
}

async function readBefore(db: Db, wanted: readonly WantedVolunteer[]) {
  const ids = wanted.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return nobodyBefore
  const details = []
  for (const kind of detailKinds) details.push(await readDetails(db, kind, ids))
  return { rows: await readVolunteerRows(db, ids), details }
}
