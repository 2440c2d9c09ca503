import type { Role } from '@dashboard/contract/account-inputs'
import type { Job } from '@dashboard/contract/jobs'
import {
  type Flag,
  fromFlag,
  fromJson,
  type JsonText,
  toJson,
} from '@dashboard/store/database/column-values'
import { joinRows, jsonInSql } from '@dashboard/store/database/json-in-sql'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { asSeen, isChangeable, seesEverything } from './limited-jobs.ts'

/** What a job has as its row has it. */
const plainColumns = [
  'id',
  'type',
  'target',
  'status',
  'progress',
  'step',
  'dependsOn',
  'startedAt',
  'completedAt',
  'elapsedTime',
  'error',
  'failureKind',
  'cancelledBy',
  'githubRunId',
  'githubRunUrl',
  'createdBy',
  'createdById',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Job & keyof JobRow)[]

/** A job of the list. */
interface ListedJob {
  job: JsonText
  isActive: Flag
}

/**
 * Built once for each view of the database and each role: that takes longer than the database takes to answer it.
 */
const listStatements = {
  admin: new WeakMap<Db, CompiledQuery<ListedJob>>(),
  user: new WeakMap<Db, CompiledQuery<ListedJob>>(),
} satisfies Record<Role, WeakMap<Db, CompiledQuery<ListedJob>>>

/** The rows that may be seen. */
const jobs = sql.table('jobs')

/**
 * The newest jobs as a JSON array, newest first, without their logs. Active ones come before ended ones where not
 * all fit: what runs must be seen, however many jobs came after it (docs/behavior.md#monitor-page). The database
 * writes the JSON: a hundred rows as objects, and their JSON, took half of what the list costs each time that a job
 * writes its progress.
 */
export async function listJobs(db: ScopedDb, role: Role, limit: number): Promise<JsonText> {
  const statement = listStatements[role].get(db) ?? listStatement(db, role)
  listStatements[role].set(db, statement)
  const parameters = statement.parameters.map((each) => (each === limitToSet ? limit : each))
  const { rows } = await db.executeQuery<ListedJob>({ ...statement, parameters })
  const list = joinRows(keepActive(rows, limit).map(({ job }) => job))
  return seesEverything(db) ? list : toJson(await asSeen(db, fromJson<Job[]>(list)))
}

/** At most so many of the rows, in their order; of those that have ended, the last are left out first. */
function keepActive(rows: readonly ListedJob[], limit: number): readonly ListedJob[] {
  if (rows.length <= limit) return rows
  const active = rows.filter(({ isActive }) => fromFlag(isActive)).slice(0, limit)
  const ended = rows.filter(({ isActive }) => !fromFlag(isActive))
  const kept = new Set([...active, ...ended.slice(0, limit - active.length)])
  return rows.filter((row) => kept.has(row))
}

/** Stands for the limit in a statement that is kept; no other parameter is a number. */
const limitToSet = 0

/** The newest jobs, and active ones that are older than these, each as many as the limit. */
function listStatement(db: Db, role: Role): CompiledQuery<ListedJob> {
  const limit = sql.val(limitToSet)
  const isActive = sql`status in ('queued', 'running')`
  const columns = sql`sequence, case when ${isActive} then 1 else 0 end as "isActive",
    ${jobAsJson(db, role, sql`null`)} as job`
  // Where there are fewer jobs than that, all are the newest.
  const first = sql`coalesce((select min(sequence) from (
    select sequence from ${jobs} order by sequence desc limit ${limit}) as newest), 0)`
  return sql<ListedJob>`select ${columns} from ${jobs} where sequence >= ${first}
    union all
    select ${columns} from ${jobs} where sequence in (select sequence from (
      select sequence from ${jobs} where ${isActive} and sequence < ${first}
      order by sequence desc limit ${limit}) as active)
    order by sequence desc`.compile(db)
}

/** One job with its log, or `undefined`. */
export async function findJob(db: ScopedDb, role: Role, id: string): Promise<Job | undefined> {
  const { rows } = await sql<{
    job: JsonText
  }>`select ${jobAsJson(db, role, sql.ref('logs'))} as job
    from ${jobs} where id = ${id}`.execute(db)
  const found = rows.map(({ job }) => fromJson<Job>(job))
  return (await asSeen(db, found))[0]
}

/**
 * A row of `jobs` as the contract's job. What lies there as JSON is put in as it lies there: reading and writing it
 * again takes as long as all other columns. What lies behind an error is for administrators.
 */
function jobAsJson(db: Db, role: Role, logs: RawBuilder<unknown>): RawBuilder<JsonText> {
  const json = jsonInSql(db)
  const total = json.count(sql.ref('targets'))
  // A report that is deleted while its job goes on may be made twice.
  const made = json.least(sql.ref('reportsMade'), total)
  const reports = sql`concat(',"reports":{"made":', ${made}, ',"total":', ${total}, '},"importId":null')`
  const importId = sql`coalesce(jobs."importId", ${plannedImport})`
  const others = sql`concat(',"reports":null,"importId":', ${json.quoted(importId)})`
  return sql`concat('{"targets":', targets, ',"retrying":', coalesce(retrying, 'null'),
    case when type in ('circuit-report', 'congregation-report') then ${reports} else ${others} end,
    ',"logs":', ${json.quoted(logs)},
    ',"errorDetails":', ${role === 'admin' ? json.quoted(sql.ref('errorDetails')) : sql`'null'`},
    ',', ${json.columns(plainColumns)})`
}

/** What a job is about, by the names that runners know. */
export async function readTargets(db: Db, id: string): Promise<string[]> {
  const row = await db.selectFrom('jobs').select('targets').where('id', '=', id).executeTakeFirst()
  return row ? fromJson<string[]>(row.targets) : []
}

/** The queued or running job that does a failed job's work again, if there is one. */
export async function findActiveRetry(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('retryOf', '=', id)
    .where('status', 'in', ['queued', 'running'] satisfies JobRow['status'][])
    .executeTakeFirst()
  return row?.id
}

/** What a job has planned that it was not given beforehand: an import without a review. */
const plannedImport = sql`(select imports.id from ${sql.table('imports')}
  where imports."planJobId" = jobs.id order by imports.number desc limit 1)`

/** The import that a job was given to review or apply; one without a review has none. */
export async function findGivenImport(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('jobs').select('importId').where('id', '=', id).executeTakeFirst()
  return row?.importId ?? undefined
}

/** Ids of queued and running jobs that may be cancelled, oldest first. */
export function listActiveJobIds(db: ScopedDb): Promise<string[]> {
  return listChangeable(db, ['queued', 'running'])
}

/** Ids of completed jobs that may be cleared, oldest first. */
export function listCompletedJobIds(db: ScopedDb): Promise<string[]> {
  return listChangeable(db, ['completed'])
}

async function listChangeable(db: ScopedDb, statuses: JobRow['status'][]): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'type'])
    .where('status', 'in', statuses)
    .orderBy('sequence')
    .execute()
  return rows.filter((row) => isChangeable(db, row)).map((row) => row.id)
}
