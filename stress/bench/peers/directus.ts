import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findServerPort } from '@dashboard/doubles/server-port'
import type { Peer } from '../../bench-suite.ts'

/** Runs Directus beside a dashboard, on the same tables of the same PostgreSQL database. */

/** Replaces the isolated-vm of Directus, which runs scripts of flows and has no compiled module for Node 26. */
export const directusPeer: Peer = {
  name: 'directus',
  packages: ['directus@12.4.0'],
  overrides: { 'isolated-vm': '7.0.1' },
}

const startTimeoutMs = 60_000

export interface Directus {
  url: string
  pid: number
  /** Token of an administrator. */
  token: string
  stop(): Promise<void>
}

/** Creates its tables, named `directus_…`, beside the existing ones, and serves all tables. */
export async function startDirectus(folder: string, databaseUrl: string): Promise<Directus> {
  // The package's own command asks the registry for a newer version.
  const program = join(folder, 'node_modules/@directus/api/dist/cli/run.js')
  const port = await findServerPort()
  const url = `http://127.0.0.1:${port}`
  const token = randomUUID()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: randomUUID(),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'correct horse',
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  }
  const place = { cwd: folder, env }
  const made = spawnSync(process.execPath, [program, 'bootstrap'], { ...place, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`Directus made no tables:\n${made.stdout}${made.stderr}`)
  const child = spawn(process.execPath, [program, 'start'], { ...place, stdio: 'inherit' })
  await waitUntilServing(child, `${url}/server/ping`)
  return {
    url,
    pid: child.pid ?? 0,
    token,
    async stop() {
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

async function waitUntilServing(child: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error('Directus did not start')
}
