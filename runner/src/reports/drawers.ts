import { Worker } from 'node:worker_threads'
import { type ReportData, reportVolunteers } from './content/report-data.ts'
import type { DrawerAnswer, DrawerOrder } from './drawer-thread.ts'
import { type RenderedReport, ReportError, renderReport } from './pdf/render-pdf.ts'
import { createTurns } from './turns.ts'

/** Draws the reports of a job, with one report per drawer at the same time. */
export interface Drawers {
  /**
   * Draws a report once a drawer is free.
   * @throws what `renderReport` throws, and when `signal` is aborted meanwhile.
   */
  draw(data: ReportData, signal?: AbortSignal): Promise<RenderedReport>
  /** Ends the threads; a drawing already begun on a thread is awaited and dropped. */
  stop(): Promise<void>
}

/**
 * V8 does not see how much memory a Typst document takes. A small young generation is collected often, which also frees
 * finished documents.
 */
const threadLimits = { maxYoungGenerationSizeMb: 4 }

interface Drawer {
  /** Number of reports that the drawer takes at a time. */
  room: number
  draw(order: DrawerOrder): Promise<RenderedReport>
}

const drawHere: Drawer = {
  room: 1,
  draw: ({ data, drawers }) => renderReport(data, drawers),
}

const drawerThread = new URL('./drawer-thread.ts', import.meta.url)

/** Starts `count` drawers. The calling thread is one of them, so that one thread less loads code and fonts. */
export function startDrawers(count: number, program = drawerThread): Drawers {
  const threads = Array.from({ length: count - 1 }, () => startThread(program))
  const turns = createTurns<Drawer>([drawHere, ...threads])
  return {
    async draw(data, signal) {
      const { drawer, large, end } = await turns.begin(reportVolunteers(data).length)
      try {
        signal?.throwIfAborted()
        // Typst's cache of a large report takes more memory than the next report would gain from it.
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

/**
 * Starts a thread that draws in the order of the requests. If the thread dies, its current reports fail, and another
 * thread is started.
 */
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
    // One more report waits in the thread already, because this thread assigns no reports while it draws itself.
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
