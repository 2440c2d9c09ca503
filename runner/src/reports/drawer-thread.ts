import { parentPort } from 'node:worker_threads'
import type { ReportData } from './content/report-data.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'

/** Entry point of a thread of drawers.ts: draws the reports that it receives, in order, and sends each result back. */

export interface DrawerOrder {
  data: ReportData
  /** Number of drawers of this process that are drawing meanwhile. */
  drawers: number
}

export type DrawerAnswer = { report: RenderedReport } | { refusal: string } | { error: unknown }

async function answerTo({ data, drawers }: DrawerOrder): Promise<DrawerAnswer> {
  try {
    return { report: await renderReport(data, drawers) }
  } catch (error) {
    return error instanceof ReportError ? { refusal: error.message } : { error }
  }
}

let last = Promise.resolve()

parentPort?.on('message', (order: DrawerOrder) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(order)))
})
