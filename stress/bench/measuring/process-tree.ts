import { readdirSync, readFileSync } from 'node:fs'

/** Returns a process with all its descendants. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) && read(`/proc/${name}/stat`)
    // State and parent follow the name in parentheses.
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]))
  }
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  }
  return tree
}

/** Returns the highest memory of a process so far in MB; 0 if it has ended. */
export function peakMemoryMb(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0
  return Number(kilobytes) / 1_024
}

/** Returns `undefined` if the process has ended meanwhile. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
