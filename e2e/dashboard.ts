import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '@dashboard/doubles/compile-cache'

const root = fileURLToPath(new URL('..', import.meta.url))
const startTimeoutMs = 120_000

export interface Dashboard {
  url: string
  dataDir: string
  pid: number
  /** Returns everything that the server has printed. */
  output(): string
  /** Stops the server as an operator would. */
  stop(): Promise<void>
  /** Kills the server as a power cut would; its runners continue unless they are ended, too. */
  kill(): Promise<void>
}

export const admin = { username: 'admin', password: 'correct horse' }

/**
 * Starts the real server on a free port, with a new data folder unless one is given; the command is what starts Node.
 */
export async function startDashboard(
  environment: NodeJS.ProcessEnv = {},
  dataDir?: string,
  [program, ...args]: readonly [string, ...string[]] = [process.execPath],
): Promise<Dashboard> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'dashboard-e2e-')))
  const child = spawn(program, [...args, 'dist/server.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: folder,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      ...compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const url = await waitForAddress(child, () => printed)
  return {
    url,
    dataDir: folder,
    pid: child.pid ?? 0,
    output: () => printed,
    async stop() {
      await end(child, 'SIGTERM')
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
    kill: () => end(child, 'SIGKILL'),
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Returns the address that the server prints when it is ready. */
async function waitForAddress(child: ChildProcess, printed: () => string): Promise<string> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const address = /https?:\/\/[\d.]+:\d+/.exec(printed())?.[0]
    if (address) return address
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not start:\n${printed()}`)
}
