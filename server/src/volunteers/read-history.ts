import type { FieldChange } from '@dashboard/contract/imports'
import type { Volunteer } from '@dashboard/contract/volunteers'
import { fromJson } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'

const shownImports = 20

/**
 * What imports changed about a volunteer, newest first: of those whose details are kept
 * (docs/imports.md), in the circuits of the scope.
 */
export async function readHistory(
  db: ScopedDb,
  volunteerId: string,
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
    const from = [places.fromCircuit, places.fromCongregation]
    const to = [places.toCircuit, places.toCongregation]
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
