import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
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

/** Starts `count` threads; a single worker is the calling thread. */
export function startRenderWorkers(count: number, program = renderThread): RenderWorkers {
  if (count <= 1) return { draw: renderReport, stop: async () => {} }
  const threads = Array.from({ length: count }, () => prepareThread(program))
  const free = [...threads]
  const waiting: ((thread: RenderThread) => void)[] = []
  let lastLarge: Promise<unknown> = Promise.resolve()

  const drawOnFree = async (data: ReportData, signal?: AbortSignal) => {
    const thread = free.pop() ?? (await new Promise<RenderThread>((take) => waiting.push(take)))
    try {
      signal?.throwIfAborted()
      return await thread.draw(data)
    } finally {
      const next = waiting.shift()
      if (next) next(thread)
      else free.push(thread)
    }
  }

  return {
    draw(data, signal) {
      if (reportVolunteers(data).length <= largeFrom) return drawOnFree(data, signal)
      const drawn = lastLarge.then(() => drawOnFree(data, signal))
      lastLarge = drawn.catch(() => {})
      return drawn
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}

interface RenderThread {
  /** Draws one report; another one may follow when it has ended. */
  draw(data: ReportData): Promise<RenderedReport>
  stop(): Promise<void>
}

/** Returns a thread that starts with its first report, and again with the one after a report on which it ended. */
function prepareThread(program: URL): RenderThread {
  let worker: Worker | undefined
  return {
    async draw(data) {
      worker ??= new Worker(program)
      worker.postMessage(data)
      const [answer] = await once(worker, 'message').catch((error: unknown) => {
        worker = undefined
        throw error
      })
      return reportOf(answer)
    },
    async stop() {
      await worker?.terminate()
    },
  }
}

function reportOf(answer: RenderAnswer): RenderedReport {
  if ('report' in answer) return answer.report
  throw 'refusal' in answer ? new ReportError(answer.refusal) : answer.error
}
