import { Worker } from 'node:worker_threads'
import { type ReportData, reportVolunteers } from './content/report-data.ts'
import type { DrawerAnswer, DrawerOrder } from './drawer-thread.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'
import { createTurns } from './turns.ts'

/** Draws the reports of a job, as many at a time as there are drawers. */
export interface Drawers {
  /** Waits for a free drawer. @throws what `renderReport` throws, and when it is aborted meanwhile. */
  draw(data: ReportData, signal?: AbortSignal): Promise<RenderedReport>
  /** Ends the threads; a drawing that has begun on one of them is waited for and dropped. */
  stop(): Promise<void>
}

/**
 * V8 does not know how large a document of Typst is. A small young generation is collected often, and
 * with it the documents that are done with.
 */
const threadLimits = { maxYoungGenerationSizeMb: 4 }

interface Drawer {
  /** How many reports it is given at a time. */
  room: number
  draw(order: DrawerOrder): Promise<RenderedReport>
}

const drawHere: Drawer = {
  room: 1,
  draw: ({ data, drawers }) => renderReport(data, drawers),
}

const drawerThread = new URL('./drawer-thread.ts', import.meta.url)

/** This thread is one of the drawers, so that one less loads code and fonts of its own. */
export function startDrawers(count: number, program = drawerThread): Drawers {
  const threads = Array.from({ length: count - 1 }, () => startThread(program))
  const turns = createTurns<Drawer>([drawHere, ...threads])
  return {
    async draw(data, signal) {
      const { drawer, large, end } = await turns.begin(reportVolunteers(data).length)
      try {
        signal?.throwIfAborted()
        // What Typst keeps of a large report takes more memory than the next one would gain by it.
        return await drawer.draw({ data, drawers: large ? 1 : count })
      } finally {
        end()
      }
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}

interface Waiting {
  order: DrawerOrder
  answer: PromiseWithResolvers<DrawerAnswer>
}

/** Draws in the order in which it is asked. What a thread that dies was drawing fails; another goes on. */
function startThread(program: URL): Drawer & { stop(): Promise<void> } {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  const start = () => {
    const started = new Worker(program, { resourceLimits: threadLimits })
    started.on('message', (answer: DrawerAnswer) => waiting.shift()?.answer.resolve(answer))
    started.on('error', (error) => {
      worker = undefined
      waiting.shift()?.answer.reject(error)
      for (const { order } of waiting) give(order)
    })
    return started
  }
  const give = (order: DrawerOrder) => {
    worker ??= start()
    worker.postMessage(order)
  }
  return {
    // The next one waits there already, since this thread gives none while it draws itself.
    room: 2,
    async draw(order) {
      const answer = Promise.withResolvers<DrawerAnswer>()
      give(order)
      waiting.push({ order, answer })
      const answered = await answer.promise
      if ('report' in answered) return answered.report
      throw 'refusal' in answered ? new ReportError(answered.refusal) : answered.error
    },
    async stop() {
      await worker?.terminate()
    },
  }
}
