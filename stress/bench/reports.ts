import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type BenchRow, limitRow, ratioInTurn } from '../bench-suite.ts'
import { type BenchInstallation, openBenchInstallation } from './importing/measured-jobs.ts'
import { writeVolunteerSheet } from './importing/volunteer-sheet.ts'
import { measureProcess } from './measuring/finished-process.ts'

/** Measures report jobs of the program that runs jobs: the first PDF, two cores compared with one, and memory. */

const rounds = 5
const targetsOf = (congregations: number) =>
  Array.from({ length: congregations }, (_, index) => `Congregation ${index + 1}`)

export async function run(): Promise<BenchRow[]> {
  // Four circuits of 500 volunteers, each with ten congregations of 50.
  const large = await openFilled(2_000, 40)
  const small = await openFilled(10_000, 500)
  const makeReports = (workers: number) => async () => {
    const job = { type: 'congregation-report', targets: targetsOf(40), workers } as const
    return (await large.makeReports(job)).elapsedMs
  }
  const makeOne = { type: 'congregation-report', targets: targetsOf(1), workers: 1 } as const
  try {
    const first = await ratioInTurn(
      rounds,
      async () => (await small.makeReports(makeOne)).processorMs,
      async () => (await measureProcess(['-e', ''])).processorMs,
    )
    const cores = await ratioInTurn(rounds, makeReports(1), makeReports(2))
    const workers = availableParallelism()
    const ofMany = await small.makeReports({
      type: 'congregation-report',
      targets: targetsOf(500),
      workers,
    })
    const ofLarge = await large.makeReports({
      type: 'circuit-report',
      targets: ['NY-1', 'NY-2', 'NY-3', 'NY-4'],
      workers,
    })
    return [
      limitRow(
        {
          what: 'job process to its first PDF (processor time)',
          against: 'an empty Node process',
        },
        first,
        { atMost: 7 },
      ),
      limitRow({ what: '40-report job on two cores', against: 'on one' }, cores, { atLeast: 1.7 }),
      limitRow({ what: 'memory of a job of 500 reports', against: '' }, ofMany.memoryMb, {
        atMost: 170,
        unit: 'MB',
      }),
      limitRow(
        { what: 'memory of a report job, 500 volunteers each', against: '' },
        ofLarge.memoryMb,
        {
          atMost: 170,
          unit: 'MB',
        },
      ),
    ]
  } finally {
    await large.remove()
    await small.remove()
  }
}

async function openFilled(volunteers: number, congregations: number): Promise<BenchInstallation> {
  const installation = await openBenchInstallation()
  const sheet = join(installation.folder, 'sheet.csv')
  await installation.importSheet(await writeVolunteerSheet(sheet, volunteers, congregations))
  return installation
}
