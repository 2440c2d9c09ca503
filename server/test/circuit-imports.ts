import type { ImportTotals } from '@dashboard/contract/automation'
import type { ImportCircuit } from '@dashboard/contract/imports'
import { toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { sumOf, writePlaces } from '@dashboard/store/imports/import-places'
import { firstNumberOf } from '@dashboard/store/imports/insert-import'

/** Makes imports of circuits for tests, with the number of volunteers that each changed and of rows that it skipped. */

const at = '2026-11-20T12:00:00.000Z'
const counts = { new: 1, moved: 0, changed: 2, left: 1, unchanged: 4, skipped: 2 }

/** Returns the same for the same circuits, whichever others the import has. */
export async function addCircuitImport(db: Db, circuits: readonly string[]): Promise<void> {
  const places = circuits.map(circuitRow)
  await db
    .insertInto('imports')
    .values({
      id: 'import',
      number: 1,
      kind: 'import',
      state: 'completed',
      planJobId: 'sync',
      createdAt: at,
      createdBy: 'Ada',
      completedAt: at,
      durationMs: 900,
      source: 'the file',
      totals: toJson(totalsOf(places)),
      warnings: '[]',
      hasDetails: 1,
    })
    .execute()
  await writePlaces(db, { id: 'import', number: 1 }, places)
  for (const circuit of circuits) {
    await addChanges(db, circuit)
    await addRejects(db, circuit)
  }
}

function circuitRow(circuit: string): ImportCircuit {
  const row = { ...counts, isNew: circuit.endsWith('10'), isGone: false }
  return { circuit, ...row, congregations: [{ congregation: 'Central', ...row }] }
}

function totalsOf(circuits: readonly ImportCircuit[]): ImportTotals {
  const sum = sumOf(circuits)
  const added = circuits.filter(({ isNew }) => isNew).length
  return {
    rows: Object.values(sum).reduce((rows, each) => rows + each, 0) - sum.left,
    ...sum,
    newCircuits: added,
    leftCircuits: 0,
    newCongregations: added,
    leftCongregations: 0,
  }
}

const numberOf = (circuit: string) =>
  firstNumberOf({ number: 1 }) + 10 * Number(circuit.replace(/\D/g, ''))

async function addChanges(db: Db, circuit: string): Promise<void> {
  const here = { circuit, congregation: 'Central' }
  const changes = [
    { kind: 'new', from: null, to: here },
    { kind: 'changed', from: here, to: here },
    { kind: 'left', from: here, to: null },
  ] as const
  for (const [index, { kind, from, to }] of changes.entries()) {
    await db
      .insertInto('import_changes')
      .values({
        id: numberOf(circuit) + index + 1,
        importId: 'import',
        kind,
        basedOn: at,
        volunteerId: `${circuit}/Central/${index}`,
        name: `Ann Lee of ${circuit}`,
        nameKey: `ann lee of ${circuit}`,
        locustId: null,
        isDoubtful: 0,
        fromCircuit: from?.circuit ?? null,
        fromCongregation: from?.congregation ?? null,
        toCircuit: to?.circuit ?? null,
        toCongregation: to?.congregation ?? null,
        fields: toJson([{ field: 'City', before: null, after: `Slot of ${circuit}` }]),
      })
      .execute()
  }
}

async function addRejects(db: Db, circuit: string): Promise<void> {
  for (const index of [1, 2]) {
    const id = numberOf(circuit) + index
    const row = { circuit, congregation: 'Central', identity: String(id) }
    const cell = { rowIndex: id % 1_000, columnTitle: 'Last Name', value: `Slot of ${circuit}` }
    await db
      .insertInto('import_rejects')
      .values({ id, importId: 'import', ...row, ...cell, reason: 'It is odd.', firstSeenAt: at })
      .execute()
  }
}
