import { parentPort, workerData } from 'node:worker_threads'
import type { ReportData } from './content/report-data.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'

/** A thread of drawers.ts: draws each report that it is sent, and answers it. */

export interface DrawerData {
  drawers: number
}

export type DrawerAnswer = { report: RenderedReport } | { refusal: string } | { error: unknown }

const { drawers } = workerData as DrawerData

async function answerTo(data: ReportData): Promise<DrawerAnswer> {
  try {
    return { report: await renderReport(data, drawers) }
  } catch (error) {
    return error instanceof ReportError ? { refusal: error.message } : { error }
  }
}

parentPort?.on('message', (data: ReportData) => {
  void answerTo(data).then((answer) => parentPort?.postMessage(answer))
})
