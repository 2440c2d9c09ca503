import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { addLogLine, changeRun, type DoubleRun, type RunConclusion } from './github-double-state.ts'
import { stepNames } from './workflow-files.ts'

const runStep = stepNames.indexOf('Run the job')
const lastStep = stepNames.length - 1

export interface RunOptions {
  /** Starts the program of a run's last step; if left out, runs only wait. */
  runJob?: (jobId: string, run: DoubleRun) => ChildProcess
  /** Number of runs in progress at the same time. */
  machines: number
  /** How long a run waits for its machine, and how long each step before the job takes. */
  stepMs: number
}

export interface DoubleRunner {
  /** Gives the run a machine as soon as one is free. */
  enqueue(run: DoubleRun): void
  /** Cancels as GitHub does: the program gets SIGINT and is killed after a while. */
  cancel(run: DoubleRun): void
  /** Ends a run and its program at once. */
  end(run: DoubleRun, conclusion: RunConclusion): void
  close(): void
}

/** Executes runs: each goes through its steps, and the job's step is a real process. */
export function createDoubleRunner(options: RunOptions): DoubleRunner {
  const { runJob, machines } = options
  const waiting: DoubleRun[] = []
  const busy = new Set<DoubleRun>()
  let closed = false

  const next = () => {
    while (!closed && busy.size < machines) {
      const run = waiting.shift()
      if (!run) return
      if (run.status !== 'queued') continue
      busy.add(run)
      void runOnMachine(run)
    }
  }

  const runOnMachine = async (run: DoubleRun) => {
    const { attempt } = run
    try {
      const isActive = () => !closed && run.status !== 'completed' && run.attempt === attempt
      await executeSteps(run, options, isActive)
    } finally {
      busy.delete(run)
      next()
    }
  }

  const end = (run: DoubleRun, conclusion: RunConclusion) => {
    run.process?.kill('SIGKILL')
    changeRun(run, { status: 'completed', conclusion })
  }

  return {
    enqueue(run) {
      if (!runJob) return
      waiting.push(run)
      next()
    },
    cancel(run) {
      const child = run.process
      if (!child) return end(run, 'cancelled')
      child.once('exit', () => end(run, 'cancelled'))
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    },
    end,
    close() {
      closed = true
      for (const run of busy) run.process?.kill('SIGKILL')
    },
  }
}

/** Performs the steps of a run's attempt, as long as the attempt is active. */
async function executeSteps(
  run: DoubleRun,
  { runJob, stepMs }: RunOptions,
  isActive: () => boolean,
): Promise<void> {
  await sleep(stepMs)
  for (let step = 0; step < runStep; step += 1) {
    if (!isActive()) return
    changeRun(run, { status: 'in_progress', step })
    addLogLine(run, `##[group]${stepNames[step]}`)
    await sleep(stepMs)
  }
  if (!isActive()) return
  changeRun(run, { step: runStep })
  const code = await runProgram(run, runJob)
  if (isActive()) {
    changeRun(run, {
      status: 'completed',
      conclusion: code === 0 ? 'success' : 'failure',
      step: code === 0 ? lastStep : runStep,
    })
  }
}

/** Runs the job in a separate process, and returns its exit code. */
async function runProgram(run: DoubleRun, runJob: RunOptions['runJob']): Promise<number | null> {
  const child = runJob?.(run.inputs.job_id ?? '', run)
  if (!child) return 0
  run.process = child
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => addLogLine(run, asLogged(line)))
  }
  const code = await new Promise<number | null>((resolve) => {
    child.on('exit', resolve)
    child.on('error', () => resolve(null))
  })
  run.process = undefined
  if (code !== 0) addLogLine(run, `##[error]Process completed with exit code ${code}.`)
  return code
}

/** Converts a line by which a program reports an error to the form in GitHub's log. */
function asLogged(line: string): string {
  return line.replace(/^::error(?: [^:]*)?::/, '##[error]')
}
