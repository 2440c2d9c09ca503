/**
 * Most volunteers in reports drawn at the same time, unless a single report has more: drawing takes memory for every
 * volunteer.
 */
const volunteersAtOnce = 600

export interface Turn<Drawer> {
  drawer: Drawer
  /** Whether the report is so large that no second one of its size is drawn meanwhile. */
  large: boolean
  end(): void
}

interface Waiting<Drawer> {
  volunteers: number
  begin: (turn: Turn<Drawer>) => void
}

/**
 * Starts reports in order, as long as they have no more than `volunteersAtOnce` volunteers together. Each goes to the
 * drawer with the fewest reports, to the last of them if there are several. `room` is how many reports a drawer takes
 * at a time.
 */
export function createTurns<Drawer extends { room: number }>(drawers: readonly Drawer[]) {
  const waiting: Waiting<Drawer>[] = []
  const taken = new Map<Drawer, number>()
  let inWork = 0
  const takenBy = (drawer: Drawer) => taken.get(drawer) ?? 0
  const leastTaken = () => {
    const free = drawers.filter((drawer) => takenBy(drawer) < drawer.room)
    const least = Math.min(...free.map(takenBy))
    return free.findLast((drawer) => takenBy(drawer) === least)
  }
  const beginNext = () => {
    const [next] = waiting
    if (!next || (inWork > 0 && inWork + next.volunteers > volunteersAtOnce)) return
    const drawer = leastTaken()
    if (!drawer) return
    waiting.shift()
    const { volunteers } = next
    const change = (by: 1 | -1) => {
      taken.set(drawer, takenBy(drawer) + by)
      inWork += by * volunteers
    }
    change(1)
    const end = () => {
      change(-1)
      beginNext()
    }
    next.begin({ drawer, large: volunteers > volunteersAtOnce / 2, end })
    beginNext()
  }
  return {
    /** Waits for a turn. */
    async begin(volunteers: number): Promise<Turn<Drawer>> {
      const turn = Promise.withResolvers<Turn<Drawer>>()
      waiting.push({ volunteers, begin: turn.resolve })
      beginNext()
      return turn.promise
    },
  }
}
