import { parentPort } from 'node:worker_threads'
import type { ReportData } from './content/report-data.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'

/** Entry point of a thread of render-workers.ts: draws each report that it receives, and sends the result back. */

export type RenderAnswer = { report: RenderedReport } | { refusal: string } | { error: unknown }

async function answerTo(data: ReportData): Promise<RenderAnswer> {
  try {
    return { report: await renderReport(data) }
  } catch (error) {
    return error instanceof ReportError ? { refusal: error.message } : { error }
  }
}

parentPort?.on('message', (data: ReportData) => {
  void answerTo(data).then((answer) => parentPort?.postMessage(answer))
})
