import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { hourMs } from '@dashboard/contract/duration'
import { localDay } from '@dashboard/contract/local-time'
import type { startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { runJob } from '@dashboard/runner/run-job'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import type { Settings } from '@dashboard/store/settings/settings'
import { createBackupLoop } from '../../src/backup/backup-loop.ts'
import { backUpAsScheduled } from '../../src/backup/run-backup.ts'
import { retentionSteps } from '../../src/maintenance.ts'
import { sweepOrphans } from '../../src/reports/reports-service.ts'
import { createRetention } from '../../src/retention/retention-loop.ts'
import { nextRunAt } from '../../src/schedules/due-times.ts'
import { startDueRuns } from '../../src/schedules/start-due-runs.ts'
import { startReports } from '../../src/schedules/start-scheduled-reports.ts'
import { noticeLoopOf } from '../notice-loop.ts'
import { ChangingPeople, type PeopleSize } from './changing-people.ts'
import {
  findProblemsOfDay,
  findProblemsOfMark,
  readSizes,
  type YearDay,
  type YearSizes,
} from './year-bounds.ts'

/**
 * Simulates days of an installation, one after the other on a moved clock: what a server does by itself, and the jobs
 * that it starts, all in this process. On each day a schedule syncs and makes outdated reports again; then come backup,
 * retention, sweep and notices.
 */

export interface YearWorld {
  db: Db
  files: FileStore
  settings: Settings
  locust: Awaited<ReturnType<typeof startLocustDouble>>
}

export interface YearPlan {
  /** The instant before the first day. */
  start: string
  days: number
  people: PeopleSize
  seed: number
  /** One day in this many is bad. */
  badEvery: number
  /** Everything is counted after this many days. */
  markEvery: number
  /** A backup is due every this many days. */
  backupEvery: number
}

export interface YearMark extends YearSizes {
  day: number
  backedUpReports: number
  /** The median of the ordinary days before it, in milliseconds of this process's processor time. */
  ordinaryMs: number
}

export interface Year {
  /** Sentences about what is wrong. */
  problems: string[]
  marks: YearMark[]
}

/** These occur one after the other. */
const badDays = ['locust-empty', 'locust-down', 'column-renamed', 'server-late'] as const

/** This time does not exist on the day in spring on which the clocks change, and twice on the one in autumn. */
const syncTime = '02:30'
const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** The share of the people who change on an ordinary day. */
const churn = 0.005
const secondMs = 1_000
const createdBy = { id: null, fullName: 'Jane Doe' }
/** The beginning of their names in an archive. */
const backedUpReport = 'files/reports/'
const silent = { info() {}, warn() {}, error() {} }

/** Calls `onMark` with the figures so far after every mark. */
export async function liveThrough(
  world: YearWorld,
  plan: YearPlan,
  onMark: (mark: YearMark) => void = () => {},
): Promise<Year> {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(plan.start) })
  try {
    return await new YearRun(world, plan).live(onMark)
  } finally {
    mock.timers.reset()
  }
}

/** Returns milliseconds of this process's processor time. */
async function processorMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

class YearRun {
  readonly #world: YearWorld
  readonly #plan: YearPlan
  readonly #people: ChangingPeople
  readonly #server: ReturnType<typeof serverOf>
  readonly #year: Year = { problems: [], marks: [] }
  /** How long the ordinary days since the last mark have taken, in milliseconds. */
  #taken: number[] = []

  constructor(world: YearWorld, plan: YearPlan) {
    this.#world = world
    this.#plan = plan
    this.#people = new ChangingPeople(plan.people, plan.seed)
    this.#server = serverOf(world)
  }

  async live(onMark: (mark: YearMark) => void): Promise<Year> {
    const { days, markEvery } = this.#plan
    await this.#begin()
    for (let number = 1; number <= days; number += 1) {
      const day = this.#dayOf(number)
      const ms = await processorMsOf(() => this.#live(day))
      if (day.kind === 'ordinary') this.#taken.push(ms)
      this.#note(day, await findProblemsOfDay(this.#world, day))
      if (number % markEvery === 0 || number === days) onMark(await this.#mark(day))
    }
    return this.#year
  }

  #dayOf(number: number): YearDay {
    const { badEvery, people } = this.#plan
    const changes = Math.max(1, Math.round(people.volunteers * churn))
    const bad = number / badEvery - 1
    const kind = Number.isInteger(bad) ? (badDays[bad % badDays.length] ?? 'ordinary') : undefined
    if (kind !== undefined) return { number, kind, changes: kind === 'server-late' ? changes : 0 }
    // Nothing changes at weekends.
    return number % 7 < 2
      ? { number, kind: 'quiet', changes: 0 }
      : { number, kind: 'ordinary', changes }
  }

  /** Does the first sync, makes all reports, and adds the schedule. */
  async #begin(): Promise<void> {
    const { db, locust } = this.#world
    await locust.setMode(csvOf(this.#people.toCsv()))
    const exportId = randomUUID()
    await insertJobs(db, [
      { id: exportId, type: 'export', createdBy },
      { id: randomUUID(), type: 'import', dependsOn: exportId, createdBy },
    ])
    await this.#runJobs()
    const circuits = await listCircuitNames(db)
    const congregations = (await listCongregationTargets(db)).map(({ label }) => label)
    await insertJobs(db, [
      { id: randomUUID(), type: 'circuit-report', targets: circuits, createdBy },
      { id: randomUUID(), type: 'congregation-report', targets: congregations, createdBy },
    ])
    await this.#runJobs()
    const now = nowIso()
    await db
      .insertInto('schedules')
      .values({
        id: randomUUID(),
        days: toJson(everyDay),
        time: syncTime,
        reportsAfter: toJson('outdated'),
        isActive: 1,
        nextRunAt: nextRunAt({ days: everyDay, time: syncTime }, now),
        createdAt: now,
        updatedAt: now,
      })
      .execute()
  }

  async #live({ number, kind, changes }: YearDay): Promise<void> {
    const { db, locust } = this.#world
    this.#people.change(changes)
    await locust.setMode(answerOn(kind, this.#people))
    const { nextRunAt: due } = await db
      .selectFrom('schedules')
      .select('nextRunAt')
      .executeTakeFirstOrThrow()
    const dueMs = Date.parse(due ?? '')
    mock.timers.setTime(dueMs + (kind === 'server-late' ? 3 * hourMs : secondMs))
    await this.#server.startDueRuns()
    await this.#runJobs()
    await this.#server.startReports()
    await this.#runJobs()
    mock.timers.setTime(dueMs + 6 * hourMs)
    if (number % this.#plan.backupEvery === 0) await this.#server.backUp()
    await this.#server.keepHouse()
  }

  /** Runs queued jobs once those that they depend on have completed, as an engine does. */
  async #runJobs(): Promise<void> {
    const { db, files, settings } = this.#world
    for (;;) {
      const queued = db.selectFrom('jobs').select('id').where('status', '=', 'queued')
      const job = await queued.orderBy('sequence').limit(1).executeTakeFirst()
      if (!job) return
      mock.timers.setTime(Date.now() + 20 * secondMs)
      const shutdown = new AbortController().signal
      await runJob(job.id, { db, files, settings, shutdown })
    }
  }

  async #mark({ number }: YearDay): Promise<YearMark> {
    const { backedUpReports } = this.#server
    const sizes = { ...(await readSizes(this.#world)), backedUpReports }
    const mark = { day: number, ...sizes, ordinaryMs: median(this.#taken) }
    this.#taken = []
    this.#year.marks.push(mark)
    this.#note({ number }, await findProblemsOfMark(this.#world, sizes))
    return mark
  }

  #note({ number }: Pick<YearDay, 'number'>, problems: readonly string[]): void {
    const when = `Day ${number}, ${localDay(nowIso())}`
    this.#year.problems.push(...problems.map((problem) => `${when}: ${problem}`))
  }
}

/** Returns the periodic work of a server, as functions to call. */
function serverOf({ db, files, settings }: YearWorld) {
  const engine = { start() {} }
  const dependencies = { db, engine, withExport: true, settings }
  const backups = createBackupLoop({
    db,
    settings: settings.backup,
    run: async () => {
      const { manifest } = await backUpAsScheduled(db, settings)
      const ofReports = manifest.entries.filter(({ name }) => name.startsWith(backedUpReport))
      server.backedUpReports = ofReports.length
      return null
    },
    log: silent,
  })
  const steps = retentionSteps({ db, files, settings }, silent)
  const retention = createRetention({ db, steps, log: silent })
  const notices = noticeLoopOf(db, { settings })
  const server = {
    /** How many reports are in the last backup. */
    backedUpReports: 0,
    startDueRuns: () => startDueRuns(dependencies, nowIso()),
    startReports: () => startReports(dependencies),
    backUp: () => backups.now(),
    async keepHouse() {
      // Leases end by the clock of the database, and a PostgreSQL server's clock has not been moved.
      await db.deleteFrom('leader_leases').execute()
      await retention.now()
      await sweepOrphans({ db, files })
      await notices.now()
    },
  }
  return server
}

function answerOn(kind: YearDay['kind'], people: ChangingPeople) {
  if (kind === 'locust-empty') return { kind: 'no-rows' } as const
  if (kind === 'locust-down') return { kind: 'down' } as const
  if (kind !== 'column-renamed') return csvOf(people.toCsv())
  return csvOf(people.toCsv((title) => (title === 'Congregation' ? 'Group' : title)))
}

function csvOf(body: string) {
  return { kind: 'answer', type: 'text/csv; charset=utf-8', body } as const
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
