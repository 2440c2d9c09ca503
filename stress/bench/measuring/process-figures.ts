import { readdirSync, readFileSync } from 'node:fs'

/** Figures of processes, from `/proc`. */

/** Returns the processor time that all threads of a process have used, in milliseconds. */
export function processorMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = tasks.map((task) =>
    // Counted in nanoseconds; `stat` counts in hundredths of a second.
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6
}

/** Returns the processor time that a process uses while `work` runs. */
export async function processorMsOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = processorMs(pid)
  await work()
  return processorMs(pid) - before
}

/** Returns the processor time of a process and of its ended children, in milliseconds; 0 if it has ended itself. */
export function processorMsWithEnded(pid: number): number {
  return statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + 10 * Number(ticks), 0)
}

/** Returns the memory of a process in MB, at present or at most so far; 0 if it has ended. */
export function memoryMb(pid: number, which: 'present' | 'peak'): number {
  const line = { present: /^VmRSS:\s+(\d+)/m, peak: /^VmHWM:\s+(\d+)/m }[which]
  return Number(line.exec(readOf(pid, 'status'))?.[1] ?? 0) / 1_024
}

/** Returns a process with all its descendants. */
export function processTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(Number(name))[1])] as const)
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  }
  return tree
}

/** Returns the fields after the name in parentheses: state, parent and so on; none if the process has ended. */
function statOf(pid: number): string[] {
  const text = readOf(pid, 'stat')
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readOf(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
