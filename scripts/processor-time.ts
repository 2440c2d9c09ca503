import { readdirSync, readFileSync } from 'node:fs'

/**
 * Measures the processor time of a process with all its descendants. What a process has waited for is in its own
 * figures, but nobody reaps Chromium's renderers, and some are re-parented: a process once seen in the tree stays
 * counted.
 */

/** The kernel's unit of these times, on every Linux. */
const ticksPerSecond = 100
const sampleMs = 250

interface Sample {
  parent: number
  startedAt: number
  /** Ticks of the process itself, and of the children that it has waited for. */
  own: number
  waited: number
}

export interface ProcessorTime {
  /** Returns the seconds so far; `undefined` on systems without `/proc`. */
  seconds(): number | undefined
  stop(): void
}

export function measureProcessorTime(): ProcessorTime {
  const root = process.pid
  let known = new Map<number, Sample>()
  /** Ticks of processes that have ended and that nobody has waited for. */
  let unwaited = 0

  const sample = () => {
    const all = readProcesses()
    const isRunning = (pid: number) =>
      all.get(pid)?.startedAt === (known.get(pid) ?? all.get(pid))?.startedAt && all.has(pid)
    const living = findTree(all, [root, ...[...known.keys()].filter(isRunning)])
    // A process that has lost its parent is still under the one that it was seen under.
    for (const [pid, { parent }] of known) {
      const found = living.get(pid)
      if (found) living.set(pid, { ...found, parent })
    }
    /** Ticks of the ended processes, by the nearest process above them that runs. */
    const ended = new Map<number, number>()
    for (const [pid, { parent, own, waited }] of known) {
      if (isRunning(pid)) continue
      let above = parent
      while (known.has(above) && !isRunning(above)) above = known.get(above)?.parent ?? root
      ended.set(above, (ended.get(above) ?? 0) + own + waited)
    }
    for (const [pid, ticks] of ended) {
      const waitedFor = (living.get(pid)?.waited ?? 0) - (known.get(pid)?.waited ?? 0)
      unwaited += Math.max(0, ticks - waitedFor)
    }
    known = living
  }

  const isMeasured = readProcesses().has(root)
  const timer = isMeasured ? setInterval(sample, sampleMs).unref() : undefined
  return {
    seconds() {
      if (!isMeasured) return undefined
      sample()
      const living = [...known.values()].reduce((sum, { own, waited }) => sum + own + waited, 0)
      return (living + unwaited) / ticksPerSecond
    },
    stop: () => clearInterval(timer),
  }
}

/** Returns these processes and all under them. */
function findTree(all: Map<number, Sample>, tops: number[]): Map<number, Sample> {
  const tree = new Map<number, Sample>()
  const children = Map.groupBy(all, ([, { parent }]) => parent)
  const left = [...tops]
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    const found = all.get(pid)
    if (!found || tree.has(pid)) continue
    tree.set(pid, found)
    left.push(...(children.get(pid) ?? []).map(([child]) => child))
  }
  return tree
}

/** Returns all processes of the system, none where it has no `/proc`. */
function readProcesses(): Map<number, Sample> {
  const processes = new Map<number, Sample>()
  for (const name of listProc()) {
    const pid = Number(name)
    const found = Number.isInteger(pid) ? readProcess(pid) : undefined
    if (found) processes.set(pid, found)
  }
  return processes
}

function listProc(): string[] {
  try {
    return readdirSync('/proc')
  } catch {
    return []
  }
}

/** Reads the numbers after the name, which may hold spaces and brackets; `undefined` when the process has ended. */
function readProcess(pid: number): Sample | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    return {
      parent: field(4),
      own: field(14) + field(15),
      waited: field(16) + field(17),
      startedAt: field(22),
    }
  } catch {
    return undefined
  }
}
