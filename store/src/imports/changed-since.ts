import { countOf } from '@dashboard/contract/counts'
import type { ImportOutdated } from '@dashboard/contract/imports'
import { listNames } from '@dashboard/contract/name-list'
import { sql } from 'kysely'
import { readLastImport } from '../automation-status.ts'
import type { Db } from '../database/open-database.ts'
import { isOfImport } from './insert-import.ts'

const namedVolunteers = 5

interface Planned {
  number: number
  basedOn: string | null
}

/** Finds volunteers of a plan who have changed since it was made, and volunteers added since. */
export async function findChangedVolunteers(
  db: Db,
  of: Planned,
): Promise<Pick<ImportOutdated, 'volunteers' | 'names'>> {
  const isOne = isOfImport(of, 'changes.id')
  // Only an import adds volunteers without a Locust ID.
  const isAdded = (await readLastImport(db)) === of.basedOn ? [added] : [added, addedWithoutId]
  const { rows } = await sql<{ name: string; volunteers: number }>`
    select name, count(*) over () as volunteers from (
    select changes.name, changes."nameKey" from import_changes as changes
    where ${isOne} and changes.kind <> 'new' and not exists (
      select 1 from volunteers as there
      where there.id = changes."volunteerId" and there."updatedAt" = changes."basedOn")
    union all
    select changes.name, changes."nameKey" from import_changes as changes
    where ${isOne} and changes.kind = 'new' and (${sql.join(isAdded, sql` or `)})
    ) as changed order by "nameKey" limit ${sql.lit(namedVolunteers)}`.execute(db)
  return { volunteers: rows[0]?.volunteers ?? 0, names: rows.map(({ name }) => name) }
}

const added = sql<boolean>`exists (select 1 from volunteers as there
  where there.id = changes."volunteerId" or there."locustId" = changes."locustId")`

const separator = sql.lit('\u001f')
const addedWithoutId = sql<boolean>`(changes."locustId" is null and
  changes.name || ${separator} || changes."toCircuit" || ${separator} || changes."toCongregation" in (
    select other."firstName" || ' ' || other."lastName" || ${separator} || circuits.name
      || ${separator} || congregations.name
    from volunteers as other
    join circuits on circuits.id = other."circuitId"
    join congregations on congregations.id = other."congregationId"
    where other."locustId" is null))`

/** Returns 'Ann Lee, Bo Ray and 3 others have changed since'; `undefined` if nothing has changed. */
export function describeOutdated(outdated: ImportOutdated): string | undefined {
  const { isSheetChanged, volunteers, names, isOtherwiseChanged } = outdated
  const parts: string[] = []
  if (isSheetChanged) parts.push('the sheet has changed since')
  if (volunteers > 0) {
    const more = volunteers - names.length
    const others = more > 0 ? [countOf(more, 'other')] : []
    const list = listNames([...names, ...others], Infinity)
    parts.push(`${list} ${volunteers === 1 ? 'is' : 'are'} not as reviewed`)
  }
  if (isOtherwiseChanged) parts.push('the data behind it has changed')
  return parts.length === 0 ? undefined : `Review again: ${parts.join(', and ')}.`
}
