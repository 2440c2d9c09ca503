import { type ExecFileException, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hourMs } from '@dashboard/contract/duration'
import { nowIso } from '@dashboard/store/database/column-values'
import { claimInterval } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import type { Settings } from '@dashboard/store/settings/settings'
import { BackgroundLoop } from '../background/background-loop.ts'
import { lastDueAt } from '../schedules/due-times.ts'
import { readBackupTry, readLastBackup, recordBackupTry } from './last-backup.ts'

const program = fileURLToPath(new URL('../backup.ts', import.meta.url))
const maxOutputLength = 2_000
const tickMs = 60_000
/** Time between two tries of all servers together; longer than a backup takes. */
const tryEveryMs = hourMs
const everyDay = [0, 1, 2, 3, 4, 5, 6]

interface Dependencies {
  db: Db
  settings: Pick<Settings['backup'], 'time'>
  /** Makes a backup; returns why it failed, or `null`. */
  run(signal: AbortSignal): Promise<string | null>
  log: { info(message: string): void; warn(details: object, message: string): void }
}

/**
 * Makes a backup every day at BACKUP_TIME. Only one of several servers does; a backup that was missed is made later, and
 * one that failed or was interrupted is tried again an hour after it began.
 */
export function createBackupLoop(dependencies: Dependencies): BackgroundLoop {
  const { db, settings, run, log } = dependencies

  const isDue = async (dueAt: string) => {
    const last = await readBackupTry(db)
    if (last === undefined || last.dueAt < dueAt) return true
    const made = await readLastBackup(db)
    const isMadeSince = made !== undefined && made.at > last.at
    return last.failure !== null && !isMadeSince
  }

  const backUpWhenDue = async (stopping: AbortSignal) => {
    const dueAt = lastDueAt({ days: everyDay, time: settings.time }, nowIso())
    if (!(await isDue(dueAt))) return
    if (!(await claimInterval(db, 'backup', tryEveryMs))) return
    const failure = await run(stopping)
    if (stopping.aborted) return
    await recordBackupTry(db, { dueAt, at: nowIso(), failure })
    if (failure === null) log.info('A backup was made')
    else log.warn({ failure }, 'The backup could not be made')
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
export async function runBackupProgram(signal: AbortSignal): Promise<string | null> {
  try {
    await promisify(execFile)(process.execPath, [program, '--scheduled'], { signal })
    return null
  } catch (error) {
    const { stderr = '', syscall, message } = error as ExecFileException
    if (syscall !== undefined) return message
    return String(stderr).slice(-maxOutputLength).trim() || 'The program ended unexpectedly.'
  }
}
