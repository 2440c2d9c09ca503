import type { ImportCircuit, ImportWarning, ReplacedKind } from '@dashboard/contract/imports'
import { flagColumns, type SheetColumn } from '@dashboard/contract/sheet-columns'
import type { Db } from '@dashboard/store/database/open-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { isSampleVolunteer } from '../../sample-volunteer.ts'
import {
  type ExistingPlaces,
  type KnownVolunteer,
  readDetails,
  readVolunteerRows,
} from '../matching/existing-data.ts'
import type { MatchedRow } from '../matching/match-volunteers.ts'
import {
  addLine,
  addWarnings,
  emptyTally,
  emptyWarnings,
  type LineTally,
} from '../reading/line-tally.ts'
import { describeReject, type SheetReject } from '../reading/sheet-rejects.ts'
import type { StoredLocations } from '../reading/stored-rows.ts'
import type { ColumnLosses } from './column-guard.ts'
import { PlaceCounter, summarizePlaces, type WrittenCounts } from './count-changes.ts'
import { detailKinds } from './detail-kinds.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { locationsAfter, type PlacesPlan, PlacesPlanner } from './plan-places.ts'
import type { PlanStage } from './plan-stage.ts'
import { describeLeaving, planVolunteers, type WantedVolunteer } from './plan-volunteers.ts'
import type { Replacements } from './replaced-values.ts'

/** Facts about a sheet for the job's log, the outcome, and the record of the import. */
export interface SheetResult {
  rowsRead: number
  imported: number
  circuits: number
  /** Whether all volunteers are sample volunteers, as an export of sample data writes them. */
  isSampleSheet: boolean
  skipped: LineTally
  warnings: LineTally
  unknownColumns: readonly string[]
}

export interface FinishedPlan {
  plan: ImportPlan
  result: Omit<SheetResult, 'unknownColumns'>
  circuits: ImportCircuit[]
  warnings: ImportWarning[]
  /** Cart locations that exist after the plan has been written. */
  locations: StoredLocations
  places: PlacesPlan
  losses: ColumnLosses
  replacements: Replacements
}

interface Planning {
  db: Db
  existing: ExistingPlaces
  known: readonly KnownVolunteer[]
  stage: PlanStage
  at: string
  /** Since when each reject of the previous import has been skipped, keyed by identity. */
  seenSince: ReadonlyMap<string, string>
}

/** The volunteer of a row, who may be known only after all other rows have been matched. */
type VolunteerOfRow = Omit<WantedVolunteer, 'id'>

const volunteersPerComparison = 500

/**
 * Plans the changes while the rows of a sheet are read: each is compared with its volunteer, and the differences go into
 * the stage. The database is only read.
 */
export class ImportPlanner {
  readonly #planning: Planning
  readonly #places: PlacesPlanner
  readonly #counter = new PlaceCounter()
  /** Skipped rows by their places, which later rows may spell differently. */
  readonly #skippedAt = new PlaceCounter()
  readonly #skipped = emptyTally()
  readonly #warnings = emptyWarnings()
  readonly #written: WrittenCounts = { new: 0, moved: 0, changed: 0 }
  /** Circuits that somebody joins or leaves, or in which a volunteer changes. */
  readonly #circuitIds = new Set<string>()
  readonly #losses = new Map<SheetColumn, number>()
  readonly #replacements = new Map<ReplacedKind, number>()
  /** Volunteers that are not compared yet. */
  #waiting: WantedVolunteer[] = []
  #rowsRead = 0
  #imported = 0
  #isSampleSheet = true

  /** Rows that wait until all others are matched, in the order of the sheet. */
  readonly undecided: VolunteerOfRow[] = []

  constructor(planning: Planning) {
    this.#planning = planning
    this.#places = new PlacesPlanner(planning.existing, planning.at)
  }

  async add(rows: readonly MatchedRow[]): Promise<void> {
    const rejects: SheetReject[] = []
    for (const row of rows) {
      this.#rowsRead += 1
      if (row.reject) rejects.push(row.reject)
      else this.#addPerson(row)
      if (row.entry && row.warnings) addWarnings(this.#warnings, row.rowIndex, row.warnings)
    }
    await this.#stageRejects(rejects)
    await this.#compareIfMany()
  }

  /** Warns that the sheet does not say who is available, is trained or had the orientation. */
  addMissingColumns(present: ReadonlySet<SheetColumn>): void {
    if (this.#imported === 0) return
    const { kinds, lines } = this.#warnings
    for (const { title: column, says } of flagColumns) {
      if (says === undefined || present.has(column)) continue
      // At the beginning, where the limit of lines does not cut it off.
      lines.shown.unshift(`The sheet does not say who ${says}, so everybody is entered as no.`)
      lines.count += 1
      const reason = 'is not a column of the sheet, so everybody is entered as no'
      kinds.set(column, { kind: 'missing', column, reason, rows: this.#imported })
    }
  }

  #addPerson({ rowIndex, entry, match = 'new' }: MatchedRow): void {
    if (!entry) return
    const { volunteer, warnings } = entry
    this.#imported += 1
    this.#isSampleSheet &&= isSampleVolunteer(volunteer)
    const place = this.#places.take(volunteer)
    addWarnings(this.#warnings, rowIndex, [...place.warnings, ...warnings])
    const wanted = { volunteer, place }
    if (match === 'undecided') this.undecided.push(wanted)
    else this.#addWanted(wanted, match === 'new' ? undefined : match)
  }

  #addWanted(wanted: VolunteerOfRow, known: KnownVolunteer | undefined): void {
    const { congregationId } = wanted.place
    if (known && known.congregationId !== congregationId) known.movesTo = congregationId
    this.#waiting.push({ ...wanted, id: known?.id })
  }

  async #stageRejects(rejects: readonly SheetReject[]): Promise<void> {
    const { seenSince, stage, at } = this.#planning
    const dated = rejects.map((reject) => ({
      ...reject,
      ...this.#places.namesOf(reject),
      firstSeenAt: seenSince.get(reject.identity) ?? at,
    }))
    for (const reject of dated) {
      this.#skippedAt.add('skipped', reject)
      addLine(this.#skipped, describeReject(reject))
    }
    await stage.addRejects(dated)
  }

  /** Adds the `undecided` rows, once their volunteers are known. */
  async addUndecided(
    rows: readonly {
      row: VolunteerOfRow
      known: KnownVolunteer | undefined
      isDoubtful: boolean
    }[],
  ): Promise<void> {
    for (const { row, known, isDoubtful } of rows) {
      this.#addWanted({ ...row, isDoubtful }, known)
      await this.#compareIfMany()
    }
  }

  async #compareIfMany(): Promise<void> {
    if (this.#waiting.length >= volunteersPerComparison) await this.#compare()
  }

  async #compare(): Promise<void> {
    const { db, known, stage, at } = this.#planning
    const wanted = this.#waiting
    this.#waiting = []
    const { locationIds, names } = this.#places
    const places = {
      locationIds,
      names,
      wasEmpty: known.length === 0,
    }
    const changes = planVolunteers(wanted, await readBefore(db, wanted), places, at)
    this.#written.new += changes.written.new
    this.#written.moved += changes.written.moved
    this.#written.changed += changes.written.changed
    for (const { kind, toCircuit, toCongregation } of changes.people) {
      this.#counter.add(kind, { circuit: toCircuit ?? '', congregation: toCongregation ?? '' })
    }
    for (const id of changes.circuitIds) this.#circuitIds.add(id)
    for (const column of changes.lost) addOne(this.#losses, column)
    for (const kind of changes.replaced) addOne(this.#replacements, kind)
    await stage.add(changes)
    await stage.addPeople(changes.people)
  }

  /**
   * Returns the whole plan, after all rows have been added. `doubtfulIds` are volunteers who may be the same person as
   * a new one, `storedLocations` the cart locations to go back to.
   */
  async finish(
    doubtfulIds: ReadonlySet<string>,
    storedLocations: StoredLocations | undefined,
  ): Promise<FinishedPlan> {
    const { existing, known, at } = this.#planning
    await this.#compare()
    const removed = known.filter(({ isMatched }) => !isMatched)
    await this.#stageLeaving(removed, doubtfulIds)
    const places = this.#places.finish(storedLocations)
    for (const { rows, ...place } of places.rowCounts) this.#counter.add('imported', place, rows)
    for (const { skipped, ...place } of this.#skippedAt.list()) {
      this.#counter.add('skipped', this.#places.namesOf(place), skipped)
    }
    const totals = {
      places,
      imported: this.#imported,
      written: this.#written,
      circuitIds: this.#circuitIds,
      removed,
    }
    return {
      plan: planImport(existing, totals, at),
      result: {
        rowsRead: this.#rowsRead,
        imported: this.#imported,
        circuits: places.circuitIds.size,
        isSampleSheet: this.#isSampleSheet && this.#imported > 0,
        skipped: this.#skipped,
        warnings: this.#warnings.lines,
      },
      circuits: summarizePlaces(existing, places, this.#counter),
      warnings: [...this.#warnings.kinds.values()],
      locations: locationsAfter(existing, places.changes),
      places,
      losses: this.#losses,
      replacements: this.#replacements,
    }
  }

  /** Stages the volunteers who leave, for the import's page; only these fields of them are read. */
  async #stageLeaving(
    removed: readonly KnownVolunteer[],
    doubtfulIds: ReadonlySet<string>,
  ): Promise<void> {
    const { db, stage } = this.#planning
    for (const some of inBatches(removed, volunteersPerComparison)) {
      const rows = await readVolunteerRows(
        db,
        some.map(({ id }) => id),
      )
      const people = [...rows.values()].map((row) =>
        describeLeaving(row, this.#places.names, doubtfulIds.has(row.id)),
      )
      for (const { fromCircuit, fromCongregation } of people) {
        this.#counter.add('left', {
          circuit: fromCircuit ?? '',
          congregation: fromCongregation ?? '',
        })
      }
      await stage.addPeople(people)
    }
  }
}

function addOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

async function readBefore(db: Db, wanted: readonly WantedVolunteer[]) {
  const ids = wanted.flatMap(({ id }) => id ?? [])
  const details = []
  for (const kind of detailKinds) details.push(await readDetails(db, kind, ids))
  return { rows: await readVolunteerRows(db, ids), details }
}
