import { setTimeout as sleep } from 'node:timers/promises'
import {
  downloadReports,
  getLookupOptions,
  type Report,
  startCircuitReport,
  startCongregationReport,
} from '@dashboard/contract/reports'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { type ApiClient, signInByApi } from '../../e2e/api-client.ts'
import { type BenchOptions, type BenchRow, limitRow, median } from '../bench-suite.ts'
import { changeCell, volunteerRows, volunteerSheetText } from './importing/volunteer-sheet.ts'
import { type MeasuredDashboard, startMeasured } from './measuring/measured-dashboard.ts'
import { processorMsWithEnded, processTree } from './measuring/process-figures.ts'

/**
 * Measures days of an installation, in processor time of the server and its runners: the first day, with a sync, all
 * reports and their zip; ordinary days, on which a few volunteers change and outdated reports are made again; and quiet
 * days.
 */

interface Size {
  volunteers: number
  /** A circuit has ten congregations. */
  congregations: number
  circuits: number
  /** Number of ordinary days, and of quiet days. */
  days: number
}

const usual: Size = { volunteers: 3_000, congregations: 156, circuits: 16, days: 5 }
const large: Size = { volunteers: 50_000, congregations: 1_600, circuits: 160, days: 1 }
const churn = 0.005
/** Long enough for the reports of 50,000 volunteers. */
const jobTimeoutMs = 1_800_000

export async function run({ print }: BenchOptions): Promise<BenchRow[]> {
  const days = await measureDays(usual, print)
  const ofLarge = await measureDays(large, print)
  return [...limitDays(usual, days), ...limitDays(large, ofLarge)]
}

/** Milliseconds of processor time. */
interface Days {
  first: number
  ordinary: number
  quiet: number
}

async function measureDays(size: Size, print: BenchOptions['print']): Promise<Days> {
  const { volunteers, circuits, congregations, days } = size
  const people = new ChangingSheet(size)
  const locust = await startLocustDouble({ mode: people.answer() })
  const environment = { LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken }
  const dashboard = await startMeasured('sqlite', environment)
  try {
    const api = await signInByApi(dashboard)
    const first = await measureDay(dashboard, async () => {
      await sync(api)
      const options = (await api.call(getLookupOptions)).body
      await makeReports(api, options)
      await download(dashboard, await api.reports())
    })
    const made = (await api.reports()).length
    if (made !== circuits + congregations) throw new Error(`${made} reports were made`)
    print(`${volunteers} volunteers, first day: ${first.toFixed(0)} ms`)
    const ordinary: number[] = []
    const quiet: number[] = []
    for (let day = 0; day < days; day += 1) {
      people.change(Math.round(volunteers * churn))
      await locust.setMode(people.answer())
      let again = 0
      ordinary.push(
        await measureDay(dashboard, async () => {
          again = await syncAndMakeAgain(api)
        }),
      )
      quiet.push(
        await measureDay(dashboard, async () => {
          const count = await syncAndMakeAgain(api)
          if (count > 0) throw new Error(`${count} reports were out of date without a change`)
        }),
      )
      print(`day ${day + 2}: ${ordinary.at(-1)} ms, ${again} made again; ${quiet.at(-1)} ms`)
    }
    return { first, ordinary: median(ordinary), quiet: median(quiet) }
  } finally {
    await dashboard.stop()
    await locust.close()
  }
}

function limitDays({ volunteers, circuits, congregations }: Size, days: Days): BenchRow[] {
  const against = `the first day: sync, ${circuits + congregations} reports, zip (processor time)`
  const of = `${volunteers.toLocaleString('en')} volunteers`
  return [
    limitRow({ what: `a day with 0.5 % churn, ${of}`, against }, days.ordinary / days.first, {
      atMost: 0.1,
    }),
    limitRow({ what: `a day without change, ${of}`, against }, days.quiet / days.first, {
      atMost: 0.02,
    }),
  ]
}

/** The sheet that Locust exports; a few volunteers change from day to day. */
class ChangingSheet {
  readonly #rows: string[][]
  #changes = 0

  constructor({ volunteers, congregations }: Size) {
    this.#rows = volunteerRows(volunteers, congregations)
  }

  answer() {
    const body = volunteerSheetText(this.#rows)
    return { kind: 'answer', type: 'text/csv; charset=utf-8', body } as const
  }

  /** Makes this many changes; one in five changes a value that no report prints. */
  change(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.#changes += 1
      const number = this.#changes
      // Because the step is a prime, every row changes once before any changes twice.
      const row = this.#rows[(number * 7_919) % this.#rows.length]
      if (number % 5 === 0) changeCell(row, 'Zone', `Zone ${number}`)
      else if (number % 5 === 1) changeCell(row, 'Email Address', `new${number}@example.org`)
      else if (number % 5 === 2) changeCell(row, 'Saturday', number % 2 ? 'Morning' : 'Evening')
      else changeCell(row, 'Mobile Phone', `'+1 201 556 ${String(number).padStart(4, '0')}`)
    }
  }
}

/** Measures processor time of the server and of the runners that it starts, until the last one ends. */
async function measureDay(
  { pid }: MeasuredDashboard,
  live: () => Promise<unknown>,
): Promise<number> {
  const before = processorMsWithEnded(pid)
  await live()
  while (processTree(pid).length > 1) await sleep(50)
  return processorMsWithEnded(pid) - before
}

async function sync(api: ApiClient): Promise<void> {
  const { importJob } = await api.sync()
  if (importJob.status !== 'completed') throw new Error(`The import failed: ${importJob.error}`)
}

async function makeReports(
  api: ApiClient,
  targets: { circuits: string[]; congregations: string[] },
): Promise<void> {
  const started = [
    targets.circuits.length > 0 &&
      (await api.call(startCircuitReport, { body: { circuits: targets.circuits } })),
    targets.congregations.length > 0 &&
      (await api.call(startCongregationReport, { body: { congregations: targets.congregations } })),
  ]
  for (const answer of started) {
    if (!answer) continue
    const { status, error } = await api.waitForJob(answer.body.jobId, undefined, jobTimeoutMs)
    if (status !== 'completed') throw new Error(`The reports failed: ${error}`)
  }
}

/** Returns how many reports were out of date. */
async function syncAndMakeAgain(api: ApiClient): Promise<number> {
  await sync(api)
  const outdated = (await api.reports()).filter(({ stale, current }) => stale && current)
  const ofCircuits = outdated.filter(({ congregation }) => congregation === null)
  await makeReports(api, {
    circuits: ofCircuits.map(({ circuitId }) => circuitId),
    congregations: outdated.flatMap(({ congregation }) => congregation ?? []),
  })
  return outdated.length
}

async function download(dashboard: MeasuredDashboard, reports: readonly Report[]): Promise<void> {
  const response = await fetch(`${dashboard.url}${downloadReports.path}`, {
    method: downloadReports.method,
    headers: {
      authorization: `Bearer ${dashboard.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ids: reports.map(({ id }) => id) }),
  })
  if (!response.ok) throw new Error(`The zip was answered with ${response.status}`)
  await response.arrayBuffer()
}
