import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/** Restricts the data of imports to some circuits. */

/**
 * Returns imports and reviews with time, user, and numbers by circuit and congregation for these circuits only. Overall
 * totals, the guard's findings and warnings about the sheet cover all circuits and are left out; so are the stored
 * rows, since going back changes all circuits.
 */
export function importsWithin(db: Db, names: readonly string[]) {
  const nothing = sql<null>`cast(null as text)`
  const withheld = ['warnings', 'guard', 'outdated', 'fileHash', 'rowsHash'] as const
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
    .select('hasDetails')
    .select(totalsWithin(db, names).as('totals'))
    .select(withheld.map((column) => nothing.as(column)))
    .select((['rowsKey', 'planKey', 'appliedById'] as const).map((column) => nothing.as(column)))
}

/** Selects the totals of these circuits, written as an import stores those of all; `null` if it has none of them. */
function totalsWithin(db: Db, names: readonly string[]) {
  const ofCircuit = sql`congregation is null`
  const total = (name: string, value = sql<number>`${sql.ref(name)}`, where = ofCircuit) =>
    sql`cast(${`"${name}":`} as text) || sum(case when ${where} then ${value} else 0 end)`
  const isNew = sql<number>`${sql.ref('isNew')}`
  const isGone = sql<number>`${sql.ref('isGone')}`
  const ofCongregation = sql`congregation is not null`
  const totals = [
    total('rows', sql`"new" + moved + changed + unchanged + skipped`),
    ...['new', 'moved', 'changed', 'left', 'unchanged', 'skipped'].map((kind) => total(kind)),
    total('newCircuits', isNew),
    total('leftCircuits', isGone),
    total('newCongregations', isNew, ofCongregation),
    total('leftCongregations', isGone, ofCongregation),
  ]
  return db
    .selectFrom('import_places')
    .select(sql<string | null>`'{' || ${sql.join(totals, sql` || ',' || `)} || '}'`.as('totals'))
    .where('importId', '=', sql.ref<string>('imports.id'))
    .where('circuit', 'in', names)
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
