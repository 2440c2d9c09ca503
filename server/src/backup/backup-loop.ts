import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { toIso } from '@dashboard/store/database/column-values'
import { acquireLease, releaseLease } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import type { BackupSettings } from '@dashboard/store/settings/settings-backup'
import { BackgroundLoop } from '../background/background-loop.ts'
import { lastDueAt } from '../schedules/due-times.ts'
import { readBackupTry, readLastBackup, recordBackupTry } from './last-backup.ts'

const program = fileURLToPath(new URL('../backup.ts', import.meta.url))
const maxOutputLength = 2_000
const leaseName = 'backup'
const tickMs = 60_000
/** The lease is renewed while a backup is made. */
const leaseMs = 10 * 60_000
const retryMs = 60 * 60_000
const everyDay = [0, 1, 2, 3, 4, 5, 6]

interface Dependencies {
  db: Db
  settings: Pick<BackupSettings, 'time'>
  /** Makes a backup; returns why it failed, or `null`. */
  run(signal: AbortSignal): Promise<string | null>
  log: { info(message: string): void; warn(details: object, message: string): void }
  now?: () => number
}

/**
 * Makes a backup every day at BACKUP_TIME. Only one of several servers does; a backup that was missed is made later.
 */
export function createBackupLoop(dependencies: Dependencies): BackgroundLoop {
  const { db, settings, run, log, now = Date.now } = dependencies
  const owner = randomUUID()

  const isDue = async (dueAt: string) => {
    const last = await readBackupTry(db)
    if (last === undefined || last.dueAt < dueAt) return true
    const made = await readLastBackup(db)
    const isMadeSince = made !== undefined && made.at > last.at
    return last.failure !== null && !isMadeSince && Date.parse(last.at) + retryMs <= now()
  }

  const backUpWhenDue = async (stopping: AbortSignal) => {
    const dueAt = lastDueAt({ days: everyDay, time: settings.time }, toIso(now()))
    if (!(await isDue(dueAt))) return
    if (!(await acquireLease(db, leaseName, { owner, ms: leaseMs }))) return
    const renewing = new BackgroundLoop({
      run: () => acquireLease(db, leaseName, { owner, ms: leaseMs }),
      everyMs: leaseMs / 3,
      failed: 'Could not renew the lease of the backup',
      log,
    })
    renewing.open()
    try {
      // Another server may have made the backup between the first check and the lease.
      if (!(await isDue(dueAt))) return
      const failure = await run(stopping)
      if (stopping.aborted) return
      await recordBackupTry(db, { dueAt, at: toIso(now()), failure })
      if (failure === null) log.info('A backup was made')
      else log.warn({ failure }, 'The backup could not be made')
    } finally {
      await renewing.close()
      await releaseLease(db, leaseName, owner)
    }
  }

  return new BackgroundLoop({
    run: backUpWhenDue,
    everyMs: tickMs,
    failed: 'The backup could not be made',
    log,
  })
}

/**
 * Runs `npm run backup -- --scheduled` in a separate process, since the server could not respond while it made one.
 * Returns why it failed, or `null` when the backup was made.
 */
export function runBackupProgram(signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, '--scheduled'], {
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (text: Buffer) => {
      output = `${output}${text}`.slice(-maxOutputLength)
    })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => {
      resolve(code === 0 ? null : output.trim() || 'The program ended unexpectedly.')
    })
  })
}
