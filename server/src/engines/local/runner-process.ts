import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, getPriority, hostname, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fromJson } from '@dashboard/store/database/column-values'
import type { JobRow } from '@dashboard/store/database/schema'
import { readRunnerEnvironment } from '@dashboard/store/settings/runner-environment'
import { boundedCommand, uploadHeapMegabytes } from './bounded-process.ts'
import type { RunnerEnd } from './runner-end.ts'

export const runnerProgram = fileURLToPath(
  new URL('../../../../runner/src/main.ts', import.meta.url),
)
const stopGraceMs = 5_000
const prioritySteps = 10

/** Ten times what it takes to read, compare and write 165,000 rows, in 19 MB of CSV. */
export const uploadSeconds = 3 * 60

export interface RunnerProcess {
  jobId: string
  type: JobRow['type']
  owns(job: Pick<JobRow, 'leaseOwner'>): boolean
  /**
   * Sends SIGTERM, then SIGKILL when the process does not end. `giveBack` is called before it is killed, and when it
   * has ended.
   */
  stop(giveBack: () => Promise<void>): Promise<void>
  kill(): void
}

/** Starts `runner run <job id> <workers>`, which draws up to `workers` reports at a time; calls `onEnd` once. */
export function startRunner(
  job: Pick<JobRow, 'id' | 'type' | 'targets'>,
  { program, workers }: { program: string; workers: number },
  onEnd: (runner: RunnerProcess, end: RunnerEnd) => void,
): RunnerProcess {
  const run = [program, 'run', job.id, String(workers)]
  const bounds = { seconds: uploadSeconds, heapMegabytes: uploadHeapMegabytes }
  const [file, args] = isUploadedSheet(job) ? boundedCommand(bounds, run) : [process.execPath, run]
  const child = spawn(file, args, {
    // The runner gets its own process group: Ctrl+C reaches only the server, which then stops its runners.
    detached: true,
    env: readRunnerEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  let wasKilled = false
  let wasStopped = false
  const kill = () => {
    wasKilled = true
    child.kill('SIGKILL')
  }
  const runner: RunnerProcess = {
    jobId: job.id,
    type: job.type,
    owns: ({ leaseOwner }) => leaseOwner?.startsWith(`${child.pid}-${hostname()}-`) ?? false,
    stop: (giveBack) => {
      wasStopped = true
      return stopProcess(child, giveBack, kill)
    },
    kill,
  }
  let ended = false
  const end = (code: number | null, signal: NodeJS.Signals | null) => {
    if (!ended) onEnd(runner, { code, signal, wasKilled, wasStopped })
    ended = true
  }
  child.on('exit', end)
  child.on('error', () => end(null, null))
  return runner
}

export function isUploadedSheet({ type, targets }: Pick<JobRow, 'type' | 'targets'>): boolean {
  return (type === 'import' || type === 'review') && fromJson<string[]>(targets).length > 0
}

async function stopProcess(
  child: ChildProcess,
  giveBack: () => Promise<void>,
  kill: () => void,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const late = sleep(stopGraceMs, 'late' as const, { ref: false })
  if ((await Promise.race([exit, late])) === 'late') {
    await giveBack()
    kill()
  }
  await exit
  // Its connection, which has ended now, may have held the lock of the job.
  await giveBack()
}

/**
 * Lowers the priority of a child process below this one's, so that the server responds quickly on machines whose cores
 * are all busy (docs/jobs.md#calls). Where the system does not allow it, the priority stays.
 */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + prioritySteps))
  } catch {
    // Not allowed, or the process has ended.
  }
}
