import { sql } from 'kysely'
import { type Db, isPostgres } from './open-database.ts'

/** Restricts the data of imports to some circuits. */

/**
 * Returns imports and reviews with time, user, and numbers by circuit and congregation for these circuits only. Overall
 * totals, the guard's findings and warnings about the sheet cover all circuits and are left out; so are the kept rows,
 * since going back changes all circuits.
 */
export function importsWithin(db: Db, names: readonly string[]) {
  const nothing = sql<null>`cast(null as text)`
  const withheld = ['totals', 'warnings', 'guard', 'outdated', 'fileHash', 'rowsHash'] as const
  return db
    .selectFrom('imports')
    .select(['id', 'number', 'kind', 'state', 'planJobId', 'applyJobId', 'createdAt', 'createdBy'])
    .select([
      'completedAt',
      'appliedBy',
      'durationMs',
      'source',
      'sourceImportId',
      'undoneImportId',
      'uploadedName',
      'basedOn',
    ])
    .select(['rejectsOf', 'hasDetails'])
    .select(packedCircuits(db, names).as('circuits'))
    .select(withheld.map((column) => nothing.as(column)))
    .select(
      (['rowsKey', 'planKey', 'rejectsHash', 'appliedById'] as const).map((column) =>
        nothing.as(column),
      ),
    )
}

/**
 * Selects these circuits from a value of `packed-circuits.ts`: a list of lists, each of which begins with the circuit's
 * name.
 */
function packedCircuits(db: Db, names: readonly string[]) {
  const all = sql.ref('imports.circuits')
  const list = sql.join(names)
  const own = isPostgres(db)
    ? sql<string>`(select cast(coalesce(json_agg(entry.value order by entry.place), '[]') as text)
        from json_array_elements(cast(${all} as json)) with ordinality as entry(value, place)
        where entry.value ->> 0 in (${list}))`
    : sql<string>`(select json_group_array(json(entry.value)) from json_each(${all}) as entry
        where json_extract(entry.value, '$[0]') in (${list}))`
  return sql<string | null>`case when ${all} is not null then ${own} end`
}

/**
 * Returns who joins, leaves or changes in these circuits. Places elsewhere are not named; of people who moved
 * elsewhere, only the move is shown.
 */
export function importChangesWithin(db: Db, names: readonly string[]) {
  const list = sql.join(names)
  const isOwn = (circuit: 'fromCircuit' | 'toCircuit') =>
    sql<boolean>`${sql.ref(`import_changes.${circuit}`)} in (${list})`
  const place = (
    column: 'fromCircuit' | 'fromCongregation' | 'toCircuit' | 'toCongregation',
    circuit: 'fromCircuit' | 'toCircuit',
  ) =>
    sql<
      string | null
    >`case when ${isOwn(circuit)} then ${sql.ref(`import_changes.${column}`)} end`.as(column)
  return db
    .selectFrom('import_changes')
    .select(['id', 'importId', 'kind', 'volunteerId', 'basedOn', 'name', 'nameKey', 'locustId'])
    .select('isDoubtful')
    .select([
      place('fromCircuit', 'fromCircuit'),
      place('fromCongregation', 'fromCircuit'),
      place('toCircuit', 'toCircuit'),
      place('toCongregation', 'toCircuit'),
      sql<string>`case when kind = 'moved' and not ${isOwn('toCircuit')} then '[]' else fields end`.as(
        'fields',
      ),
    ])
    .where(({ or }) => or([isOwn('fromCircuit'), isOwn('toCircuit')]))
}
