import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

const graceMs = 15_000

/** Starts a program that Ctrl+C in the terminal does not reach, so that only `endProgram` ends it. */
export function startProgram(command: string, args: string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, {
    // Uses a pipe: a detached program that reads from the terminal would be halted.
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
    ...options,
  })
}

/** Sends SIGTERM to a program and waits for its end; after 15 seconds it is killed. */
export async function endProgram(program: ChildProcess): Promise<void> {
  const isOver = program.exitCode !== null || program.signalCode !== null
  if (isOver || program.pid === undefined) return
  const exit = once(program, 'exit')
  program.kill('SIGTERM')
  const force = setTimeout(() => program.kill('SIGKILL'), graceMs)
  await exit
  clearTimeout(force)
}

/**
 * Waits for Ctrl+C or the end of the terminal. From this call on, these signals no longer end the process by
 * themselves, so that it can clean up.
 */
export function waitForSignal(): Promise<'signal'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => resolve('signal'))
    }
  })
}

/** Waits until a program ends by itself or fails to start. */
export function waitForEnd(program: ChildProcess): Promise<'ended'> {
  return new Promise((resolve) => {
    program.once('exit', () => resolve('ended'))
    program.once('error', () => resolve('ended'))
  })
}
