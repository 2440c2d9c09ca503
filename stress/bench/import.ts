import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { type BenchInstallation, openBenchInstallation } from './importing/measured-jobs.ts'
import { insertIntoPostgres, insertIntoSqlite } from './importing/plain-inserts.ts'
import {
  foreignMatch,
  writeForeignSheet,
  writeVolunteerSheet,
} from './importing/volunteer-sheet.ts'
import type { ProcessFigures } from './measuring/finished-process.ts'

/**
 * Compares imports by the program that runs jobs with merely inserting the rows that they write. An import of one row
 * measures how long the process takes to start; this time is subtracted where noted.
 */

const rounds = 3
const volunteers = 50_000

type Round = Record<'review' | 'first' | 'again' | 'start' | 'plain', number>

export async function run() {
  const { folder, remove } = await openBenchInstallation()
  const sheet = await writeVolunteerSheet(join(folder, 'sheet.csv'), volunteers)
  const row = await writeVolunteerSheet(join(folder, 'row.csv'), 1)
  const sqlite: Round[] = []
  for (let round = 0; round < rounds; round += 1) sqlite.push(await measureSqlite(sheet, row))
  const small = await measureMemory(await writeVolunteerSheet(join(folder, 'small.csv'), 10_000))
  const large = await measureMemory(await writeVolunteerSheet(join(folder, 'large.csv'), 100_000))
  const matched = await measureMatch(
    sheet,
    await writeForeignSheet(join(folder, 'foreign.csv'), sheet),
  )
  const postgres = await measurePostgres(sheet, row)
  await remove()
  const what = '50,000 × 25 CSV to full tables'
  const rows = [
    atLeast(`${what}, SQLite`, 'inserting all the rows it writes', 0.6, sqlite, writing),
    atMost('review of the same sheet, SQLite', 'importing it', 1, median(sqlite, review)),
    atMost('the same sheet again, SQLite', 'the first time', 0.4, median(sqlite, again)),
    atMost('import of a sheet whose titles are matched', 'of one with ours', 1.05, matched),
    atMost('import of 100,000 volunteers, memory', 'of 10,000', 1.5, large / small),
    atMost('import of 100,000 volunteers, memory in MB', '', 350, large),
  ]
  if (postgres.length === 0) return { rows }
  const values = 'multi-row VALUES of all the rows it writes'
  rows.push(atLeast(`${what}, PostgreSQL`, values, 1, postgres, writing))
  rows.push(
    atMost('review of the same sheet, PostgreSQL', 'importing it', 1, median(postgres, review)),
    atLeast('the same sheet again, PostgreSQL', values, 2, postgres, (r) => r.plain / r.again),
  )
  return { rows }
}

/** Returns the time for merely writing, as a share of an import. */
const writing = ({ plain, first, start }: Round) => plain / (first - start)
const review = (round: Round) => round.review / round.first
const again = (round: Round) => round.again / round.first

function atLeast(
  what: string,
  against: string,
  target: number,
  rounds: readonly Round[],
  ratioOf: (round: Round) => number,
) {
  const ratio = median(rounds, ratioOf)
  const measured = ratio.toFixed(2)
  return { what, against, measured, target: `at least ${target}`, ok: ratio >= target }
}

function atMost(what: string, against: string, target: number, value: number) {
  const measured = value.toFixed(value < 10 ? 2 : 0)
  return { what, against, measured, target: `at most ${target}`, ok: value <= target }
}

function median<T>(rounds: readonly T[], read: (round: T) => number): number {
  const sorted = rounds.map(read).sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function measureSqlite(sheet: string, row: string): Promise<Round> {
  const installation = await openBenchInstallation()
  const [full, empty] = ['dashboard.db', 'empty.db'].map((name) => join(installation.folder, name))
  await copyFile(full ?? '', empty ?? '')
  const figures = await importInTurn(installation, sheet, row, ({ processorMs }) => processorMs)
  const plain = insertIntoSqlite(full ?? '', empty ?? '', join(installation.folder, 'plain.db'))
  await installation.remove()
  return { ...figures, plain }
}

/** Measures by the clock, because two processes do the work, one of which is the database server. */
async function measurePostgres(sheet: string, row: string): Promise<Round[]> {
  const server = await startPostgres()
  if (!server) return []
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const url = server.createDatabase()
    const installation = await openBenchInstallation(url)
    const figures = await importInTurn(installation, sheet, row, ({ elapsedMs }) => elapsedMs)
    const target = server.createDatabase()
    const emptied = await openBenchInstallation(target)
    const plain = await insertIntoPostgres(url, target)
    await Promise.all([installation.remove(), emptied.remove()])
    measured.push({ ...figures, plain })
  }
  await server.stop()
  return measured
}

/** Reviews the sheet, then imports it twice; one row is imported before. */
async function importInTurn(
  installation: BenchInstallation,
  sheet: string,
  row: string,
  read: (figures: ProcessFigures) => number,
): Promise<Omit<Round, 'plain'>> {
  const start = read(await installation.importSheet(row))
  const review = read(await installation.reviewSheet(sheet))
  const first = read(await installation.importSheet(sheet))
  return { start, review, first, again: read(await installation.importSheet(sheet)) }
}

/**
 * Returns what a match adds to the processor time of a first import. Measured in turn, since other work on the machine
 * varies.
 */
async function measureMatch(sheet: string, foreign: string): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [ours, theirs] = [await openBenchInstallation(), await openBenchInstallation()]
    await theirs.saveMatch(foreignMatch)
    const without = await ours.importSheet(sheet)
    const matched = await theirs.importSheet(foreign)
    await Promise.all([ours.remove(), theirs.remove()])
    ratios.push(matched.processorMs / without.processorMs)
  }
  return median(ratios, (ratio) => ratio)
}

async function measureMemory(sheet: string): Promise<number> {
  const installation = await openBenchInstallation()
  const { memoryMb } = await installation.importSheet(sheet)
  await installation.remove()
  return memoryMb
}
