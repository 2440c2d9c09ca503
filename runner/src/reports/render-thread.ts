import { parentPort } from 'node:worker_threads'
import type { ReportData } from './content/report-data.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'

/**
 * Entry point of a thread of render-workers.ts: draws the reports that it receives, in order, and sends each result
 * back.
 */

export interface RenderRequest {
  data: ReportData
  /** Number of workers of this process that are drawing meanwhile. */
  workers: number
}

export type RenderAnswer = { report: RenderedReport } | { refusal: string } | { error: unknown }

async function answerTo({ data, workers }: RenderRequest): Promise<RenderAnswer> {
  try {
    return { report: await renderReport(data, workers) }
  } catch (error) {
    return error instanceof ReportError ? { refusal: error.message } : { error }
  }
}

let last = Promise.resolve()

parentPort?.on('message', (request: RenderRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answerTo(request)))
})
