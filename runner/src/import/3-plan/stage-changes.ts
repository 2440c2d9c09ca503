import { createHash } from 'node:crypto'
import type { Db } from '@dashboard/store/database/open-database'
import type { KeptLocations } from '../1-read/kept-rows.ts'
import { rowLine } from '../1-read/kept-rows.ts'
import type { SheetEntry, SheetRow } from '../1-read/read-sheet.ts'
import type { SheetReject } from '../1-read/rejects.ts'
import { addWarnings, type WarningTally } from '../1-read/warning-tally.ts'
import { type ExistingPlaces, readDetails, readVolunteerRows } from '../2-match/existing-data.ts'
import type { KnownVolunteer } from '../2-match/known-volunteers.ts'
import type { VolunteerMatcher } from '../2-match/match-volunteers.ts'
import type { WrittenCounts } from './count-changes.ts'
import { detailKinds } from './detail-kinds.ts'
import { createPlaceCounter, type NamedPlace, type PlaceCounter } from './place-counts.ts'
import {
  createPlacesPlanner,
  type PlaceIds,
  type PlacesPlan,
  type PlacesPlanner,
} from './plan-places.ts'
import type { PlanStage, StagedReject } from './plan-stage.ts'
import {
  describeLeaving,
  type KnownPlaces,
  nobodyBefore,
  planVolunteers,
  type WantedVolunteer,
} from './plan-volunteers.ts'
import { compareRowHash } from './row-hash.ts'
import { type LateRow, matchLateRows } from './stage-late-rows.ts'

/** Volunteers compared with what is there at a time. */
const volunteersPerComparison = 500

export interface Sources {
  db: Db
  existing: ExistingPlaces
  known: readonly KnownVolunteer[]
  matcher: VolunteerMatcher
  stage: PlanStage
  /** Receives every oddity of a row that is imported. */
  warnings: WarningTally
  /** Since when each reject of the import before has been there, by its identity. */
  seenSince: ReadonlyMap<string, string>
  /** Told of every row that is skipped, for the log. */
  onReject(reject: SheetReject): void
  /** Given the rows as they are kept. */
  keepRows(lines: string): Promise<void>
  /** The cart locations to go back to, once all rows have been read. */
  locations?: () => KeptLocations
  /** Whether the rows as they came are going to be written, and are therefore staged. */
  stagesRows: boolean
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
  /** Names the rejects: equal for the same ones in the same rows since the same times. */
  rejectsHash: string
  written: WrittenCounts
  circuitIds: Set<string>
  places: PlacesPlan
  /** Volunteers whom no row is about. */
  removed: KnownVolunteer[]
  counter: PlaceCounter
}

/** Goes through the sheet once: unchanged rows are recognized, of the others the changes are staged. */
export async function stageChanges(
  pieces: AsyncIterable<SheetRow[]>,
  sources: Sources,
): Promise<SheetChanges> {
  const { matcher, stage, at } = sources
  const places = createPlacesPlanner(sources.existing, at)
  const counter = createPlaceCounter()
  const { locationIds, names } = places
  const known = { locationIds, names, wasEmpty: sources.known.length === 0 }
  const comparison = createComparison(sources, known, counter)
  const rejects = createRejects(sources, counter)
  const late: LateRow[] = []
  const take = createRowTaker(sources, { places, late, add: comparison.add })
  const rowsHash = createHash('sha256')
  let rowsRead = 0
  let lastRow = 0
  for await (const rows of pieces) {
    rowsRead += rows.length
    lastRow = rows.at(-1)?.rowIndex ?? lastRow
    const lines = rows.map(rowLine).join('')
    rowsHash.update(lines)
    await sources.keepRows(lines)
    if (sources.stagesRows) await stage.addRawRows(rows)
    await matcher.prepare(rows.flatMap(({ entry }) => entry?.person ?? []))
    for (const { rowIndex, rawData, entry, reject } of rows) {
      if (reject) rejects.add(reject)
      if (entry) take.row(entry, rowIndex, rawData)
    }
    await rejects.finishPiece()
    await comparison.finishFull()
  }
  const doubtfulIds = await matchLateRows(sources, late, comparison)
  await comparison.finish()
  const removed = sources.known.filter(({ isKept }) => !isKept)
  await stageLeaving(sources, removed, known, { doubtfulIds, counter })
  await stage.flush()
  const plan = places.finish(sources.locations?.())
  for (const { rows, ...place } of plan.rowCounts) counter.add('imported', place, rows)
  return {
    rowsRead,
    ...take.totals(),
    lastRow,
    rowsHash: rowsHash.digest('base64url'),
    rejectsHash: rejects.digest(),
    ...comparison.totals,
    places: plan,
    removed,
    counter,
  }
}

/** Finds out of each row whose it is and whether it is as it was; the others are compared, or later. */
function createRowTaker(
  { matcher, warnings }: Sources,
  {
    places,
    late,
    add,
  }: { places: PlacesPlanner; late: LateRow[]; add(wanted: WantedVolunteer): void },
) {
  let imported = 0
  let isSampleSheet = true
  return {
    totals: () => ({ imported, isSampleSheet: isSampleSheet && imported > 0 }),
    row(entry: SheetEntry, rowIndex: number, rawData: string): void {
      imported += 1
      isSampleSheet &&= entry.isSample()
      const place = places.take(entry.person, entry.places)
      const match = matcher.match(entry.person)
      const volunteer = typeof match === 'string' ? undefined : match
      const comparedHash = compareWithKnown(volunteer, rawData, place)
      if (comparedHash === 'same') return
      const wanted = readWanted(entry, { rowIndex, rawData, place }, warnings)
      if (comparedHash === 'same-with-warnings') return
      if (match === 'later') late.push(wanted)
      else add({ ...wanted, id: volunteer?.id })
    },
  }
}

function readWanted(
  entry: SheetEntry,
  row: { rowIndex: number; rawData: string; place: PlaceIds },
  tally: WarningTally,
): LateRow {
  const { volunteer, warnings } = entry.read()
  addWarnings(tally, row.rowIndex, warnings)
  const { place, rawData } = row
  return { volunteer, place, rawData, hasWarnings: warnings.length > 0 }
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
function createComparison({ db, stage, at }: Sources, places: KnownPlaces, counter: PlaceCounter) {
  const written = { new: 0, moved: 0, changed: 0 }
  const circuitIds = new Set<string>()
  let waiting: WantedVolunteer[] = []
  const finish = async () => {
    const wanted = waiting
    waiting = []
    const changes = planVolunteers(wanted, await readBefore(db, wanted), places, at)
    written.new += changes.written.new
    written.moved += changes.written.moved
    written.changed += changes.written.changed
    for (const { kind, toCircuit, toCongregation } of changes.people) {
      counter.add(kind, { circuit: toCircuit ?? '', congregation: toCongregation ?? '' })
    }
    for (const id of changes.circuitIds) circuitIds.add(id)
    await stage.add(changes)
    await stage.addPeople(changes.people)
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

/** Stages skipped rows as they come. */
function createRejects({ stage, seenSince, onReject, at }: Sources, counter: PlaceCounter) {
  const rejectsHash = createHash('sha256')
  let waiting: StagedReject[] = []
  return {
    add(reject: SheetReject) {
      const firstSeenAt = seenSince.get(reject.identity) ?? at
      rejectsHash.update(`${reject.rowIndex} ${reject.identity} ${firstSeenAt}\n`)
      counter.add('skipped', reject)
      onReject(reject)
      waiting.push({ ...reject, firstSeenAt })
    },
    async finishPiece() {
      const rejects = waiting
      waiting = []
      await stage.addRejects(rejects)
    },
    digest: () => rejectsHash.digest('base64url'),
  }
}

/** For their page; nothing else of those who leave is read. */
async function stageLeaving(
  { db, stage }: Sources,
  removed: readonly KnownVolunteer[],
  { names }: KnownPlaces,
  { doubtfulIds, counter }: { doubtfulIds: ReadonlySet<string>; counter: PlaceCounter },
): Promise<void> {
  for (let start = 0; start < removed.length; start += volunteersPerComparison) {
    const ids = removed.slice(start, start + volunteersPerComparison).map(({ id }) => id)
    const rows = await readVolunteerRows(db, ids)
    const people = [...rows.values()].map((row) =>
      describeLeaving(row, names, doubtfulIds.has(row.id)),
    )
    for (const person of people) counter.add('left', placeBefore(person))
    await stage.addPeople(people)
  }
}

function placeBefore(person: ReturnType<typeof describeLeaving>): NamedPlace {
  return { circuit: person.fromCircuit ?? '', congregation: person.fromCongregation ?? '' }
}
