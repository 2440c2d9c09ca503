import { Worker } from 'node:worker_threads'
import { type ReportData, reportVolunteers } from './content/report-data.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'
import { createRenderSemaphore } from './render-semaphore.ts'
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

interface RenderWorker {
  /** Number of reports that the worker takes at a time. */
  room: number
  draw(data: ReportData): Promise<RenderedReport>
}

const renderHere: RenderWorker = {
  room: 1,
  draw: renderReport,
}

const renderThread = new URL('./render-thread.ts', import.meta.url)

/** Starts `count` workers. The calling thread is one of them, so that one thread less loads code and fonts. */
export function startRenderWorkers(count: number, program = renderThread): RenderWorkers {
  const threads = Array.from({ length: count - 1 }, () => startThread(program))
  const semaphore = createRenderSemaphore<RenderWorker>([renderHere, ...threads])
  return {
    async draw(data, signal) {
      const { worker, release } = await semaphore.acquire(reportVolunteers(data).length)
      try {
        signal?.throwIfAborted()
        return await worker.draw(data)
      } finally {
        release()
      }
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}

interface Waiting {
  data: ReportData
  answer: PromiseWithResolvers<RenderAnswer>
}

/**
 * Starts a thread that draws in the order of the requests. If the thread dies, its current reports fail, and another
 * thread is started.
 */
function startThread(program: URL): RenderWorker & { stop(): Promise<void> } {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  const start = () => {
    const started = new Worker(program)
    started.on('message', (answer: RenderAnswer) => waiting.shift()?.answer.resolve(answer))
    started.on('error', (error) => {
      worker = undefined
      waiting.shift()?.answer.reject(error)
      for (const { data } of waiting) send(data)
    })
    return started
  }
  const send = (data: ReportData) => {
    worker ??= start()
    worker.postMessage(data)
  }
  return {
    // One more report waits in the thread already, because this thread assigns no reports while it draws itself.
    room: 2,
    async draw(data) {
      const answer = Promise.withResolvers<RenderAnswer>()
      send(data)
      waiting.push({ data, answer })
      const answered = await answer.promise
      if ('report' in answered) return answered.report
      throw 'refusal' in answered ? new ReportError(answered.refusal) : answered.error
    },
    async stop() {
      await worker?.terminate()
    },
  }
}
