/**
 * Most volunteers in reports drawn at the same time, unless a single report has more: drawing takes memory for every
 * volunteer.
 */
const volunteersAtOnce = 600

export interface Permit<RenderWorker> {
  worker: RenderWorker
  release(): void
}

interface Waiting<RenderWorker> {
  volunteers: number
  grant: (permit: Permit<RenderWorker>) => void
}

/**
 * Returns a semaphore weighted by volunteers. It starts reports in order, as long as they have no more than
 * `volunteersAtOnce` volunteers together. Each goes to the worker with the fewest reports, to the last of them if there
 * are several. `room` is how many reports a worker takes at a time.
 */
export function createRenderSemaphore<RenderWorker extends { room: number }>(
  workers: readonly RenderWorker[],
) {
  const waiting: Waiting<RenderWorker>[] = []
  const taken = new Map<RenderWorker, number>()
  let inWork = 0
  const takenBy = (worker: RenderWorker) => taken.get(worker) ?? 0
  const leastTaken = () => {
    const free = workers.filter((worker) => takenBy(worker) < worker.room)
    const least = Math.min(...free.map(takenBy))
    return free.findLast((worker) => takenBy(worker) === least)
  }
  const grantNext = () => {
    const [next] = waiting
    if (!next || (inWork > 0 && inWork + next.volunteers > volunteersAtOnce)) return
    const worker = leastTaken()
    if (!worker) return
    waiting.shift()
    const { volunteers } = next
    const change = (by: 1 | -1) => {
      taken.set(worker, takenBy(worker) + by)
      inWork += by * volunteers
    }
    change(1)
    const release = () => {
      change(-1)
      grantNext()
    }
    next.grant({ worker, release })
    grantNext()
  }
  return {
    /** Waits for a permit. */
    async acquire(volunteers: number): Promise<Permit<RenderWorker>> {
      const permit = Promise.withResolvers<Permit<RenderWorker>>()
      waiting.push({ volunteers, grant: permit.resolve })
      grantNext()
      return permit.promise
    },
  }
}
