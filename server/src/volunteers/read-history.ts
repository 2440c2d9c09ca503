import type { FieldChange } from '@dashboard/contract/imports'
import type { Volunteer } from '@dashboard/contract/volunteers'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { VolunteerScope } from './volunteer-scope.ts'

const shownImports = 20

/**
 * What imports changed about a volunteer, newest first: of those whose details are kept
 * (docs/imports.md). Names of circuits outside the scope are left out.
 */
export async function readHistory(
  db: Db,
  volunteerId: string,
  { circuits }: VolunteerScope,
): Promise<Volunteer['history']> {
  const rows = await db
    .selectFrom('import_changes')
    .innerJoin('imports', 'imports.id', 'import_changes.importId')
    .select(['importId', 'completedAt', 'import_changes.kind', 'fields'])
    .select(['fromCircuit', 'fromCongregation', 'toCircuit', 'toCongregation'])
    .where('volunteerId', '=', volunteerId)
    .where('imports.state', '=', 'completed')
    .where('completedAt', 'is not', null)
    .orderBy('imports.number', 'desc')
    .limit(shownImports)
    .execute()
  return rows.map(({ importId, completedAt, kind, fields, ...places }) => {
    const isShown = (circuit: string | null) =>
      circuit !== null && (circuits === null || circuits.includes(circuit))
    const before = isShown(places.fromCircuit)
    const after = isShown(places.toCircuit)
    const from = [places.fromCircuit, places.fromCongregation].map((name) => (before ? name : null))
    const to = [places.toCircuit, places.toCongregation].map((name) => (after ? name : null))
    const moved = kind === 'moved' ? placeChanges(from, to) : []
    return {
      importId,
      at: completedAt ?? '',
      kind,
      fields: [...moved, ...fromJson<FieldChange[]>(fields)],
    }
  })
}

function placeChanges(from: (string | null)[], to: (string | null)[]): FieldChange[] {
  return ['Circuit', 'Congregation']
    .map((field, at) => ({ field, before: from[at] ?? null, after: to[at] ?? null }))
    .filter(({ before, after }) => before !== after)
}
