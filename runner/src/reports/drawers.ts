import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type ReportData, reportVolunteers } from './content/report-data.ts'
import type { DrawerAnswer, DrawerData } from './drawer-thread.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'

/** Draws the reports of a job, as many at a time as there are drawers. */
export interface Drawers {
  /** Waits for a free drawer. @throws what `renderReport` throws, and when it is aborted meanwhile. */
  draw(data: ReportData, signal?: AbortSignal): Promise<RenderedReport>
  /** Ends the threads; a drawing that has begun on one of them is waited for and dropped. */
  stop(): Promise<void>
}

/**
 * Drawing takes memory with every volunteer, so that of large reports fewer are drawn at a time: so many
 * volunteers together, but a larger report alone.
 */
const volunteersAtOnce = 600

/**
 * V8 does not know how large a document of Typst is. A small young generation is collected often, and
 * with it the documents that are done with.
 */
const threadLimits = { maxYoungGenerationSizeMb: 4 }

/** Drawers on threads of their own; a single one draws on this thread, which is ready sooner. */
export function startDrawers(count: number): Drawers {
  if (count <= 1) return { draw: (data) => renderReport(data), stop: async () => {} }
  const idle = Array.from({ length: count }, () => startThread({ drawers: count }))
  const all = [...idle]
  const turns = createTurns(count)
  return {
    async draw(data, signal) {
      const end = await turns.begin(reportVolunteers(data).length)
      const thread = idle.pop()
      try {
        signal?.throwIfAborted()
        if (!thread) throw new Error('There is no drawer for the report whose turn it is')
        return await thread.draw(data)
      } finally {
        if (thread) idle.push(thread)
        end()
      }
    },
    async stop() {
      await Promise.all(all.map((thread) => thread.stop()))
    },
  }
}

/** One report at a time; a thread that has died is replaced for the next report. */
function startThread(workerData: DrawerData) {
  let worker: Worker | undefined
  const start = () => {
    const address = new URL('./drawer-thread.ts', import.meta.url)
    const started = new Worker(address, { workerData, resourceLimits: threadLimits })
    started.on('error', () => {
      worker = undefined
    })
    return started
  }
  return {
    async draw(data: ReportData): Promise<RenderedReport> {
      worker ??= start()
      worker.postMessage(data)
      // Rejects with the error of a thread that dies.
      const [answer] = (await once(worker, 'message')) as [DrawerAnswer]
      if ('report' in answer) return answer.report
      throw 'refusal' in answer ? new ReportError(answer.refusal) : answer.error
    },
    async stop() {
      await worker?.terminate()
    },
  }
}

/** Lets so many begin at a time, in order, and together no more than `volunteersAtOnce`. */
export function createTurns(count: number) {
  const waiting: { volunteers: number; begin: () => void }[] = []
  let drawing = 0
  let inWork = 0
  const beginNext = () => {
    const [next] = waiting
    if (!next || drawing === count) return
    if (drawing > 0 && inWork + next.volunteers > volunteersAtOnce) return
    waiting.shift()
    drawing += 1
    inWork += next.volunteers
    next.begin()
    beginNext()
  }
  return {
    /** Waits for a turn; answers what ends it. */
    async begin(volunteers: number): Promise<() => void> {
      const turn = Promise.withResolvers<void>()
      waiting.push({ volunteers, begin: turn.resolve })
      beginNext()
      await turn.promise
      return () => {
        drawing -= 1
        inWork -= volunteers
        beginNext()
      }
    },
  }
}
