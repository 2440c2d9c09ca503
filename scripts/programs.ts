import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

const patienceMs = 15_000

/**
 * Starts a program that Ctrl+C in the terminal does not reach, so that `endProgram` alone decides
 * when it ends.
 */
export function startProgram(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const isWindows = process.platform === 'win32'
  return spawn(command, args, {
    // A pipe, not the terminal's: reading from that would halt a program in a group of its own.
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: !isWindows,
    shell: isWindows,
    ...options,
  })
}

/** Asks a program to end and waits for it; after 15 seconds it is ended by force. */
export async function endProgram(program: ChildProcess): Promise<void> {
  const isOver = program.exitCode !== null || program.signalCode !== null
  if (isOver || program.pid === undefined) return
  const exit = once(program, 'exit')
  program.kill('SIGTERM')
  const force = setTimeout(() => program.kill('SIGKILL'), patienceMs)
  await exit
  clearTimeout(force)
}

/**
 * Waits for Ctrl+C or the end of the terminal. From the call on these no longer end the process by
 * themselves, so that cleaning up is not broken off.
 */
export function waitForSignal(): Promise<'asked'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => resolve('asked'))
    }
  })
}

/** Waits until a program ends by itself or turns out not to start. */
export function waitForEnd(program: ChildProcess): Promise<'ended'> {
  return new Promise((resolve) => {
    program.once('exit', () => resolve('ended'))
    program.once('error', () => resolve('ended'))
  })
}
