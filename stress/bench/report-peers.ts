import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchOptions, type BenchResult, limitRow, median, type Peer } from '../bench-suite.ts'
import { openBenchInstallation } from './importing/measured-jobs.ts'
import { writeVolunteerSheet } from './importing/volunteer-sheet.ts'
import { type Cost, measurePrinting } from './measuring/browser-printing.ts'
import { measureProcess, type ProcessFigures } from './measuring/finished-process.ts'

/**
 * Compares reports of 300 volunteers with the two usual ways to make such a PDF (`--peers`): processor time per
 * additional report in a process that makes several, and the highest memory. Typst's time for an empty table shows how
 * much of a report's cost is the product's own.
 */

const reactPdf: Peer = {
  name: 'react-pdf',
  packages: ['@react-pdf/renderer@4.9.0', 'react@19.2.0'],
}
const volunteers = 300
const reports = 10
const rounds = 3
const reactProgram = fileURLToPath(new URL('./peers/react-pdf-program.ts', import.meta.url))
const tableProgram = fileURLToPath(new URL('./peers/typst-table-program.ts', import.meta.url))
const fonts = fileURLToPath(new URL('../../runner/fonts', import.meta.url))
const font = join(fonts, 'NotoSans-Regular.ttf')

type Costs = Record<'product' | 'react' | 'chromium' | 'table', Cost[]>

export async function run({ peers, install, print }: BenchOptions): Promise<BenchResult> {
  if (!peers) return { rows: [] }
  const folder = install(reactPdf)
  const installation = await openBenchInstallation()
  const sheet = join(installation.folder, 'sheet.csv')
  // A circuit has ten congregations.
  const targets = Array.from({ length: reports }, (_, index) => `NY-${index + 1}`)
  const costs: Costs = { product: [], react: [], chromium: [], table: [] }
  try {
    await installation.importSheet(await writeVolunteerSheet(sheet, volunteers * reports, 10 * reports))
    for (let round = 0; round < rounds; round += 1) {
      const make = (count: number) =>
        installation.makeReports({
          type: 'circuit-report',
          targets: targets.slice(0, count),
          workers: 1,
        })
      costs.product.push(await costOfOneMore(make))
      const file = join(installation.folder, 'react.pdf')
      const draw = (count: number) =>
        measureProcess([reactProgram, folder, font, String(volunteers), String(count), file])
      costs.react.push(await costOfOneMore(draw))
      costs.chromium.push(await measurePrinting(volunteers, reports))
      const layOut = (count: number) =>
        measureProcess([tableProgram, fonts, String(volunteers), String(count)])
      costs.table.push(await costOfOneMore(layOut))
      print(`round ${round + 1}: ${JSON.stringify(costs)}`)
    }
  } finally {
    await installation.remove()
  }
  return compare(costs)
}

async function costOfOneMore(make: (count: number) => Promise<ProcessFigures>): Promise<Cost> {
  const one = await make(1)
  const all = await make(reports)
  return { ms: (all.processorMs - one.processorMs) / (reports - 1), mb: all.memoryMb }
}

const names: Record<keyof Costs, string> = {
  product: 'the product',
  react: '`@react-pdf/renderer`',
  chromium: "Chromium's print",
  table: `Typst's table of ${volunteers} rows with a letter in each of four cells, tagged`,
}

function compare(costs: Costs): BenchResult {
  const of = (whose: keyof Costs): Cost => ({
    ms: median(costs[whose].map(({ ms }) => ms)),
    mb: median(costs[whose].map(({ mb }) => mb)),
  })
  const product = of('product')
  const printed = of('chromium')
  const table = Object.entries(names).map(([whose, name]) => {
    const { ms, mb } = of(whose as keyof Costs)
    return [name, ms.toFixed(0), mb.toFixed(0)]
  })
  return {
    rows: [
      limitRow(
        {
          what: '300-volunteer report, tagged (processor time)',
          against: "Chromium's print, browser running",
        },
        printed.ms / product.ms,
        { atLeast: 1.5 },
      ),
    ],
    tables: [
      {
        title: 'A report of 300 volunteers',
        head: ['', 'ms of processor', 'MB'],
        rows: table,
      },
    ],
  }
}
