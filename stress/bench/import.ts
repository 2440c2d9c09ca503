import { join } from 'node:path'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { type BenchRow, limitRow, median, ratioInTurn } from '../bench-suite.ts'
import { type BenchInstallation, openBenchInstallation } from './importing/measured-jobs.ts'
import {
  foreignMatch,
  writeForeignSheet,
  writeVolunteerSheet,
} from './importing/volunteer-sheet.ts'
import type { ProcessFigures } from './measuring/finished-process.ts'

/** Compares imports, by the program that runs jobs, with one another. */

const rounds = 3
const volunteers = 50_000

type Round = Record<'review' | 'first' | 'again', number>

export async function run(): Promise<BenchRow[]> {
  const { folder, remove } = await openBenchInstallation()
  const sheet = await writeVolunteerSheet(join(folder, 'sheet.csv'), volunteers)
  const foreign = await writeForeignSheet(join(folder, 'foreign.csv'), sheet)
  const small = await measureMemory(await writeVolunteerSheet(join(folder, 'small.csv'), 10_000))
  const large = await measureMemory(await writeVolunteerSheet(join(folder, 'large.csv'), 100_000))
  const matched = await ratioInTurn(
    rounds,
    () => measureFirst(foreign, (installation) => installation.saveMatch(foreignMatch)),
    () => measureFirst(sheet),
  )
  const rows = [
    ...describe('SQLite', await measureSqlite(sheet)),
    limitRow(
      { what: 'import of a sheet whose titles are matched', against: 'of one with ours' },
      matched,
      { atMost: 1.05 },
    ),
    limitRow(
      { what: 'import of 100,000 volunteers, memory', against: 'of 10,000' },
      large / small,
      { atMost: 1.5 },
    ),
    limitRow({ what: 'import of 100,000 volunteers, memory', against: '' }, large, {
      atMost: 350,
      unit: 'MB',
    }),
    ...describe('PostgreSQL', await measurePostgres(sheet)),
  ]
  await remove()
  return rows
}

function describe(database: string, measured: readonly Round[]): BenchRow[] {
  if (measured.length === 0) return []
  const share = (of: 'review' | 'again') => median(measured.map((round) => round[of] / round.first))
  return [
    limitRow(
      { what: `review of the same sheet, ${database}`, against: 'importing it' },
      share('review'),
      { atMost: 1 },
    ),
    limitRow(
      { what: `the same sheet again, ${database}`, against: 'the first time' },
      share('again'),
      // PostgreSQL knows the sizes of new tables only a minute after.
      { atMost: database === 'SQLite' ? 1 : 1.5 },
    ),
  ]
}

async function measureSqlite(sheet: string): Promise<Round[]> {
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const installation = await openBenchInstallation()
    measured.push(await importInTurn(installation, sheet, ({ processorMs }) => processorMs))
    await installation.remove()
  }
  return measured
}

/** Measures by the clock, because two processes do the work, one of which is the database server. */
async function measurePostgres(sheet: string): Promise<Round[]> {
  const server = await startPostgres()
  if (!server) return []
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const installation = await openBenchInstallation(server.createDatabase())
    measured.push(await importInTurn(installation, sheet, ({ elapsedMs }) => elapsedMs))
    await installation.remove()
  }
  await server.stop()
  return measured
}

/** Reviews the sheet, then imports it twice. */
async function importInTurn(
  installation: BenchInstallation,
  sheet: string,
  read: (figures: ProcessFigures) => number,
): Promise<Round> {
  const review = read(await installation.reviewSheet(sheet))
  const first = read(await installation.importSheet(sheet))
  return { review, first, again: read(await installation.importSheet(sheet)) }
}

/** Returns the processor time of a first import. */
async function measureFirst(
  sheet: string,
  prepare: (installation: BenchInstallation) => Promise<void> = async () => {},
): Promise<number> {
  const installation = await openBenchInstallation()
  await prepare(installation)
  const { processorMs } = await installation.importSheet(sheet)
  await installation.remove()
  return processorMs
}

async function measureMemory(sheet: string): Promise<number> {
  const installation = await openBenchInstallation()
  const { memoryMb } = await installation.importSheet(sheet)
  await installation.remove()
  return memoryMb
}
