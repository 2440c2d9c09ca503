import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchResult, limitRow, median } from '../bench-suite.ts'
import { measureProcess, type ProcessFigures } from './measuring/finished-process.ts'

/** Compares reading and writing workbooks with the libraries that decision 0005 tried: processor time and memory. */

const rounds = 3
const program = fileURLToPath(new URL('./measuring/workbook-program.ts', import.meta.url))
const [product, libraries] = ['product', 'libraries'] as const
const works = ['read', 'write'] as const

export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  try {
    // The workbook to read is one that the product did not write.
    const foreign = join(folder, 'foreign.xlsx')
    await measureProcess([program, libraries, 'write', foreign])
    const rows: BenchResult['rows'] = []
    const table: string[][] = []
    for (const work of works) {
      const figures = { product: [] as ProcessFigures[], libraries: [] as ProcessFigures[] }
      for (let round = 0; round < rounds; round += 1) {
        for (const whose of [product, libraries] as const) {
          const path = work === 'read' ? foreign : join(folder, `${whose}-${round}.xlsx`)
          figures[whose].push(await measureProcess([program, whose, work, path]))
        }
      }
      const ms = (whose: keyof typeof figures) =>
        median(figures[whose].map(({ processorMs }) => processorMs))
      const mb = (whose: keyof typeof figures) =>
        median(figures[whose].map(({ memoryMb }) => memoryMb))
      const what = `XLSX 50,000 × 25, ${work === 'read' ? 'read' : 'written'} (processor time)`
      const against = work === 'read' ? 'read-excel-file' : 'write-excel-file'
      rows.push(limitRow({ what, against }, ms(libraries) / ms(product), { atLeast: 2 }))
      table.push(
        [`${work}, ms of processor`, ms(product).toFixed(0), ms(libraries).toFixed(0)],
        [`${work}, MB`, mb(product).toFixed(0), mb(libraries).toFixed(0)],
      )
    }
    const head = ['', 'The product', 'The libraries']
    return { rows, tables: [{ title: 'A workbook of 50,000 × 25', head, rows: table }] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
