import { readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const stepsBelow = 10

/**
 * Lets a child process give way to this one: answers stay quick on machines whose cores are all at work
 * (docs/behavior.md#jobs). What the system does not allow is left as it is.
 */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + stepsBelow))
    lowerSession(pid)
  } catch {
    // Not allowed, over already, or a system without sessions of this kind.
  }
}

/**
 * A detached process has a session of its own, and Linux may share its cores between sessions before it
 * looks at the priority of processes (sched(7), autogroups).
 */
function lowerSession(pid: number): void {
  if (process.platform !== 'linux') return
  const own = /nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1] ?? '0'
  const lowered = Math.min(constants.priority.PRIORITY_LOW, Number(own) + stepsBelow)
  writeFileSync(`/proc/${pid}/autogroup`, String(lowered))
}
