import { join } from 'node:path'
import { type BenchResult, limitRow, median, medianRatio } from '../bench-suite.ts'
import { type BenchInstallation, openBenchInstallation } from './importing/measured-jobs.ts'
import { writeVolunteerSheet } from './importing/volunteer-sheet.ts'

/** Measures report jobs of the program that runs jobs: two cores compared with one, and memory. */

const rounds = 5
/** Four circuits of 500 volunteers, each with ten congregations of 50. */
const volunteers = 2_000
const congregations = 40

const targets = Array.from({ length: congregations }, (_, index) => `Congregation ${index + 1}`)

export async function run(): Promise<BenchResult> {
  const installation = await openBenchInstallation()
  const other = await openBenchInstallation()
  try {
    const sheet = await writeVolunteerSheet(
      join(installation.folder, 'sheet.csv'),
      volunteers,
      congregations,
    )
    for (const { importSheet } of [installation, other]) await importSheet(sheet)
    const figures = { one: [] as number[], two: [] as number[] }
    const apart: number[] = []
    const processor = { one: [] as number[], two: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, workers] of [
        ['one', 1],
        ['two', 2],
      ] as const) {
        const job = { type: 'congregation-report', targets, workers } as const
        const { elapsedMs, processorMs } = await installation.makeReports(job)
        figures[name].push(elapsedMs)
        processor[name].push(processorMs)
      }
      apart.push(await makeApart([installation, other]))
    }
    const circuits = ['NY-1', 'NY-2', 'NY-3', 'NY-4']
    const large = { type: 'circuit-report', targets: circuits } as const
    const memoryMb = await installation.measureReportMemory(large)
    const one = median(figures.one)
    const two = median(figures.two)
    return {
      rows: [
        limitRow(
          { what: '40-report job on two cores', against: 'on one' },
          medianRatio(figures.one, figures.two),
          { atLeast: 1.7 },
        ),
        limitRow({ what: 'memory of a report job, 500 volunteers each', against: '' }, memoryMb, {
          atMost: 170,
          unit: 'MB',
        }),
      ],
      tables: [
        {
          title: 'A job of 40 reports of 50 volunteers, ms',
          head: ['', 'on one core', 'on two', 'two processes, 20 each'],
          rows: [
            ['clock', one.toFixed(0), two.toFixed(0), median(apart).toFixed(0)],
            [
              'processor time',
              median(processor.one).toFixed(0),
              median(processor.two).toFixed(0),
              '',
            ],
          ],
        },
      ],
    }
  } finally {
    await installation.remove()
    await other.remove()
  }
}

/**
 * Measures the highest possible gain of a second core: two processes that share nothing make half of the reports each.
 */
async function makeApart(places: readonly BenchInstallation[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    places.map(({ makeReports }, index) =>
      makeReports({
        type: 'congregation-report',
        targets: targets.filter((_, target) => target % 2 === index),
        workers: 1,
      }),
    ),
  )
  return performance.now() - startedAt
}
