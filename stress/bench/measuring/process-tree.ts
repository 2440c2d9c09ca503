import { readdirSync, readFileSync } from 'node:fs'
import { processorMs } from './process-figures.ts'

/** A process with all that it has started, such as a browser. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) && read(`/proc/${name}/stat`)
    // After the name in parentheses come the state and the parent.
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]))
  }
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  }
  return tree
}

/** Processor time of a tree whose processes live on, in milliseconds. */
export function treeProcessorMs(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + processorMs(pid), 0)
}

/** Memory of a tree in MB; what its processes share counts once. */
export function treeMemoryMb(root: number): number {
  const kilobytes = processTree(root).map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1_024
}

/** The most memory in MB that a process has held at a time; 0 of one that has ended. */
export function mostMemoryMb(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0
  return Number(kilobytes) / 1_024
}

/** `undefined` of a process that has ended meanwhile. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
