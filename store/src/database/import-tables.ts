import type { ChangeKind, ImportKind } from '@dashboard/contract/imports'
import type { Generated, Selectable } from 'kysely'
import type { Flag, IsoText, JsonText } from './column-values.ts'

/**
 * How far an import has come, whatever became of its jobs: `ready` and `stopped` have a plan that can be
 * applied, which the guard has let pass, or not.
 */
export type ImportState = 'planning' | 'ready' | 'stopped' | 'completed'

/** Reviews, imports and restores (docs/imports.md). */
export interface ImportsTable {
  id: string
  /** Order of creation; the ids of its changes and rejects begin with it. */
  number: number
  kind: ImportKind
  state: ImportState
  /** The job that plans it. */
  planJobId: string
  /** The last job that was to write the plan; the same one for an import without a review. */
  applyJobId: string | null
  createdAt: IsoText
  createdBy: string | null
  completedAt: IsoText | null
  appliedBy: string | null
  durationMs: number | null
  /** The spreadsheet in words. */
  source: Generated<string>
  sourceImportId: string | null
  totals: JsonText | null
  /** The numbers by circuit and congregation. */
  circuits: JsonText | null
  warnings: JsonText | null
  guard: JsonText | null
  /** What a job has found changed that was to apply the plan. */
  outdated: JsonText | null
  /** The last import when it was planned. */
  basedOn: IsoText | null
  /** Of the file's bytes, where the spreadsheet is a file. */
  fileHash: string | null
  /** Of the rows with their numbers. */
  rowsHash: string | null
  /** The file with its rows, which imports of the same rows share. */
  rowsKey: string | null
  /** The file with the plan, as long as it can be applied. */
  planKey: string | null
  /** The import that has its rejects: itself, or an earlier one with the same. */
  rejectsOf: string | null
  /** Of those rejects, with the times since which they have been there. */
  rejectsHash: string | null
  /** Whether its changes and rejects are kept. */
  hasDetails: Generated<Flag>
}

export interface ImportChangesTable {
  id: number
  importId: string
  kind: ChangeKind
  volunteerId: string
  /** The volunteer's `updatedAt` when it was planned; `null` for a new one. */
  basedOn: IsoText | null
  name: string
  /** What is searched, in lower case, beginning with the name. */
  nameKey: string
  locustId: string | null
  fromCircuit: string | null
  fromCongregation: string | null
  toCircuit: string | null
  toCongregation: string | null
  fields: JsonText
  isDoubtful: Generated<Flag>
}

export interface ImportRejectsTable {
  id: number
  importId: string
  rowIndex: number
  columnTitle: string
  value: string | null
  reason: string
  circuit: string
  congregation: string
  /** The same for the same row, skipped for the same reason, wherever it stands in the sheet. */
  identity: string
  firstSeenAt: IsoText
}

export type ImportRow = Selectable<ImportsTable>
