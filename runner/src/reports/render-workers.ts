import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createSemaphore } from '@dashboard/store/semaphore'
import { type ReportData, reportVolunteers } from './content/report-data.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'
import type { RenderAnswer } from './render-thread.ts'

/** Draws the reports of a job, with one report per worker at the same time. */
export interface RenderWorkers {
  /**
   * Draws a report once a worker is free.
   * @throws what `renderReport` throws, and when `signal` is aborted meanwhile.
   */
  draw(data: ReportData, signal?: AbortSignal): Promise<RenderedReport>
  /** Ends the threads; a drawing already begun on a thread is awaited and dropped. */
  stop(): Promise<void>
}

/** Of reports with more volunteers, one is drawn at a time: drawing takes memory for every volunteer. */
const largeFrom = 300

const renderThread = new URL('./render-thread.ts', import.meta.url)

/** Draws on up to `count` threads; a single worker is the calling thread. */
export function startRenderWorkers(count: number, program = renderThread): RenderWorkers {
  if (count <= 1) return { draw: renderReport, stop: async () => {} }
  const workers: Worker[] = []
  const free: Worker[] = []
  const withWorker = createSemaphore(count)
  const oneLarge = createSemaphore(1)

  const startWorker = () => {
    const worker = new Worker(program)
    workers.push(worker)
    return worker
  }
  const drawOnFree = (data: ReportData, signal?: AbortSignal) =>
    withWorker(async () => {
      signal?.throwIfAborted()
      const worker = free.pop() ?? startWorker()
      worker.postMessage(data)
      // If the thread ends on this report, another one takes its place.
      const [answer] = await once(worker, 'message')
      free.push(worker)
      return reportOf(answer)
    })

  return {
    draw(data, signal) {
      const drawn = () => drawOnFree(data, signal)
      return reportVolunteers(data).length <= largeFrom ? drawn() : oneLarge(drawn)
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function reportOf(answer: RenderAnswer): RenderedReport {
  if ('report' in answer) return answer.report
  throw 'refusal' in answer ? new ReportError(answer.refusal) : answer.error
}
