import { parentPort } from 'node:worker_threads'
import type { ReportData } from './content/report-data.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'

/**
 * Entry point of a thread of render-workers.ts: draws the reports that it receives, in order, and sends each result
 * back.
 */

export type RenderAnswer = { report: RenderedReport } | { refusal: string } | { error: unknown }

async function answerTo(data: ReportData): Promise<RenderAnswer> {
  try {
    return { report: await renderReport(data) }
  } catch (error) {
    return error instanceof ReportError ? { refusal: error.message } : { error }
  }
}

let last = Promise.resolve()

parentPort?.on('message', (data: ReportData) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(data)))
})
