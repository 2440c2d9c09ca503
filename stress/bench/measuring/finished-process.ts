import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the program that runs jobs, as an installation starts it. */
export const jobProgram = fileURLToPath(new URL('../../../dist/runner.js', import.meta.url))

/** Figures of a process, from its start to its end. */
export interface ProcessFigures {
  processorMs: number
  elapsedMs: number
  /** The highest memory, in MB. */
  memoryMb: number
}

/**
 * Makes the process report its usage at its end. Its `maxRSS` would begin with the value of the process that started
 * it.
 */
const report = `import { readFileSync, writeFileSync } from 'node:fs'
process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  const [, kilobytes] = /^VmHWM:\\s+(\\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))
  const processorMs = (userCPUTime + systemCPUTime) / 1000
  writeFileSync(process.env.FIGURES, JSON.stringify({ processorMs, memoryMb: kilobytes / 1024 }))
})`

/** Runs Node with the arguments to its end. */
export async function measureProcess(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ProcessFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  const figures = join(folder, 'figures.json')
  const preload = `data:text/javascript,${encodeURIComponent(report)}`
  try {
    const startedAt = performance.now()
    const child = spawn(process.execPath, ['--import', preload, ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, FIGURES: figures, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    const elapsedMs = performance.now() - startedAt
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
    const used = JSON.parse(await readFile(figures, 'utf8')) as Omit<ProcessFigures, 'elapsedMs'>
    return { ...used, elapsedMs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
