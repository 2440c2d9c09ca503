import { readdirSync, readFileSync } from 'node:fs'

/** Processor time that a process, all its threads together, has used, in milliseconds. */
export function processorMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = tasks.map((task) =>
    // To the nanosecond; `stat` counts in hundredths of a second.
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6
}

/** Processor time that a process uses while `work` is under way. */
export async function processorMsOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = processorMs(pid)
  await work()
  return processorMs(pid) - before
}

/** Processor time of a process and of all that it has started and that has ended, in milliseconds. */
export function processorMsWithEnded(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name in parentheses, from the state on; counted in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0)
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}
