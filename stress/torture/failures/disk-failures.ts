import { spawnSync } from 'node:child_process'
import { chmod, chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestLogoUpload } from '@dashboard/contract/brand'
import { getHealth } from '@dashboard/contract/health'
import { listReports } from '@dashboard/contract/reports'
import { importSheet, startExport } from '@dashboard/contract/sync'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { type Dashboard, startDashboard } from '../../../e2e/dashboard.ts'
import { csvOf } from '../kills/imported-content.ts'
import {
  completedJobProblems,
  type Failure,
  failedJobProblems,
  refusalProblems,
  startFailureProblems,
} from './failure.ts'

const diskSize = '64m'
const ballastBytes = 64 * 1024 * 1024
const logoBytes = 500_000
const recoveryMs = 30_000
const nobody = 65_534

const isRoot = () => process.getuid?.() === 0

/** Returns the command that gives the server a separate disk, which ends with the server. */
function onSmallDisk(size = diskSize, fill = 'true'): [string, ...string[]] {
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$DATA_DIR" && ${fill} && exec "$0" "$@"`
  return ['unshare', '-m', 'sh', '-c', mount, process.execPath]
}

/** Checks that a server with too little room for its database reports it and ends. */
async function startOnFullDisk(dataDir: string, print: (line: string) => void): Promise<string[]> {
  const problems: string[] = []
  for (const freeKib of [0, 16, 200]) {
    const fill = `head -c ${(1_024 - freeKib) * 1_024} /dev/zero > "$DATA_DIR/ballast"`
    try {
      const dashboard = await startDashboard({}, dataDir, onSmallDisk('1m', fill))
      await dashboard.stop()
      problems.push(`the server started with ${freeKib} KiB to spare`)
    } catch (error) {
      const printed = String(error instanceof Error ? error.message : error)
      print(`disk full: ${printed.split('\n').slice(1).join(' ').trim()}`)
      problems.push(...startFailureProblems(printed, /the disk is full\. Free some space/))
    }
  }
  return problems
}

export const diskFull: Failure = {
  name: 'disk full',
  obstacle() {
    if (!isRoot()) return 'a small disk needs root'
    const tried = spawnSync('unshare', ['-m', 'true'])
    return tried.status === 0 ? undefined : 'mount namespaces are not allowed here'
  },
  async run({ dataDir, print }) {
    const environment = { SPREADSHEET: 'file' }
    const dashboard = await startDashboard(environment, dataDir, onSmallDisk())
    const problems: string[] = []
    try {
      const api = await signInByApi(dashboard)
      const first = await api.sync()
      problems.push(...completedJobProblems('the first import', first.importJob))
      const ballast = join('/proc', String(dashboard.pid), 'root', dataDir, 'ballast')
      await writeFile(ballast, Buffer.alloc(ballastBytes)).catch(() => {})
      problems.push(...(await useFullDisk(api, dashboard.url, print)))
      await rm(ballast)
      problems.push(...(await useFreedDisk(api, dashboard.url)))
    } finally {
      await dashboard.stop()
    }
    // Starts after the first server has ended, because that one locks the folder.
    return [...problems, ...(await startOnFullDisk(dataDir, print))]
  },
}

async function useFullDisk(
  api: ApiClient,
  url: string,
  print: (line: string) => void,
): Promise<string[]> {
  const problems: string[] = []
  const started = await api.call(startExport)
  problems.push(...refusalProblems('an export', started))
  if (started.status === 202) {
    const job = await api.waitForJob(started.body.jobId)
    problems.push(...failedJobProblems('an export', job))
    print(`disk full: the export failed with: ${job.error}`)
  }
  const logo = await sendLogo(api, url)
  if (logo.status !== 503) problems.push(`a logo was answered ${logo.status}`)
  problems.push(...refusalProblems('a logo', logo))
  print(`disk full: a logo was answered ${logo.status} ${JSON.stringify(logo.body)}`)
  const health = await api.call(getHealth)
  if (health.status !== 503) problems.push(`health was answered ${health.status}`)
  const reports = await api.call(listReports)
  if (reports.status !== 200) problems.push(`reading was answered ${reports.status}`)
  return problems
}

async function useFreedDisk(api: ApiClient, url: string): Promise<string[]> {
  const deadline = Date.now() + recoveryMs
  let answer = await sendLogo(api, url)
  while (answer.status === 503 && Date.now() < deadline) {
    await sleep(500)
    answer = await sendLogo(api, url)
  }
  const problems = answer.status === 200 ? [] : [`afterwards ${JSON.stringify(answer)}`]
  const { exportJob, importJob } = await api.sync()
  problems.push(...completedJobProblems('the export', exportJob))
  problems.push(...completedJobProblems('the import', importJob))
  let health = await api.call(getHealth)
  while (health.status !== 200 && Date.now() < deadline) {
    await sleep(500)
    health = await api.call(getHealth)
  }
  return health.status === 200 ? problems : [...problems, 'health does not recover']
}

/** Sends a file, which always needs new disk space; SQLite may still have space for a row. */
async function sendLogo(api: ApiClient, url: string): Promise<{ status: number; body: unknown }> {
  const padding = `<!--${'x'.repeat(logoBytes)}-->`
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${padding}<circle r="4"/></svg>`
  const file = { fileName: 'logo.svg', fileSize: text.length, mimeType: 'image/svg+xml' as const }
  const ticket = await api.call(requestLogoUpload, { body: file })
  if (ticket.status !== 200) return ticket
  const sent = await fetch(new URL(ticket.body.uploadUrl, url), {
    method: 'PUT',
    headers: { 'content-type': file.mimeType },
    body: text,
  })
  return { status: sent.status, body: await sent.json() }
}

export const readOnlyFolder: Failure = {
  name: 'read-only folder',
  obstacle: () =>
    isRoot() && spawnSync('setpriv', ['--version']).status !== 0
      ? 'root needs setpriv to be refused anything'
      : undefined,
  async run({ dataDir, print }) {
    const problems = await startReadOnly(dataDir, print)
    const dashboard = await startUnprivileged(dataDir)
    try {
      const api = await signInByApi(dashboard)
      await writeFile(join(dataDir, 'volunteers.csv'), csvOf(0, 100))
      await api.call(importSheet)
      // An export of sample data replaces no sheet with other rows.
      await rm(join(dataDir, 'volunteers.csv'))
      await chmod(dataDir, 0o500)
      const started = await api.call(startExport)
      problems.push(...refusalProblems('an export', started))
      if (started.status === 202) {
        const job = await api.waitForJob(started.body.jobId)
        problems.push(...failedJobProblems('an export into a read-only folder', job))
        print(`read-only folder: the export failed with: ${job.error}`)
      }
      await chmod(dataDir, 0o700)
      const { exportJob } = await api.sync()
      return [...problems, ...completedJobProblems('the export', exportJob)]
    } finally {
      await dashboard.stop()
    }
  },
}

/** Checks that a server that cannot write to its folder reports it and ends. */
async function startReadOnly(dataDir: string, print: (line: string) => void): Promise<string[]> {
  await chmod(dataDir, 0o500)
  try {
    const dashboard = await startUnprivileged(dataDir)
    await dashboard.stop()
    return ['the server started in a folder that it cannot write']
  } catch (error) {
    const printed = String(error instanceof Error ? error.message : error)
    print(`read-only folder: ${printed.split('\n').slice(1).join(' ').trim()}`)
    return startFailureProblems(printed, /permission|read-only|must be allowed to write/i)
  } finally {
    await chmod(dataDir, 0o700)
  }
}

async function startUnprivileged(dataDir: string): Promise<Dashboard> {
  const environment = {
    SPREADSHEET: `file:${join(dataDir, 'volunteers.csv')}`,
    IMPORT_MAX_REMOVAL: '1',
  }
  if (!isRoot()) return startDashboard(environment, dataDir)
  await chown(dataDir, nobody, nobody)
  const user = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  return startDashboard(environment, dataDir, ['setpriv', ...user, process.execPath])
}
