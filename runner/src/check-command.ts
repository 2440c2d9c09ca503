import {
  failedCheck,
  failedCheckOf,
  type PreflightCheck,
  passedCheck,
} from '@dashboard/contract/preflight'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { messageOf } from '@dashboard/store/failures/error-message'
import { openFiles } from '@dashboard/store/files/open-files'
import { changeGithubCheck } from '@dashboard/store/github/github-check'
import type { GithubRun } from '@dashboard/store/jobs/claim-job'
import { SettingsError } from '@dashboard/store/settings/setting'
import type { Settings } from '@dashboard/store/settings/settings'
import { checkOutside } from './check-outside.ts'
import { requireServersSettings } from './servers-settings.ts'

/**
 * Checks what a run on GitHub can use, and writes the result into the database for the check that was requested
 * (docs/github-actions.md#check-github).
 */
export async function checkOnGithub(
  checkId: string,
  settings: Settings,
  run: GithubRun | undefined,
): Promise<PreflightCheck[]> {
  const db = openDatabase(settings.database, 'command')
  try {
    const files = await openFiles(settings.storage)
    const found = await Promise.all([
      checkSettings(db, settings),
      checkStorage(() => files.check()),
      checkOutside(settings),
    ])
    const checks = found.flat()
    return [await saveResult(db, { checkId, settings, run }, checks), ...checks]
  } finally {
    await db.destroy()
  }
}

async function checkSettings(db: Db, settings: Settings): Promise<PreflightCheck[]> {
  const name = 'Settings'
  try {
    await requireServersSettings(db, settings)
    return [passedCheck(name, 'Runs have all settings, with the same values as the server.')]
  } catch (error) {
    if (error instanceof SettingsError) return [failedCheckOf(name, error.message, '')]
    // The check of the database says why it cannot be read.
    return []
  }
}

async function checkStorage(check: () => Promise<string | undefined>): Promise<PreflightCheck> {
  try {
    const remark = await check()
    return passedCheck(
      'Storage',
      ['The storage can be written to.', remark].filter(Boolean).join(' '),
    )
  } catch (error) {
    return failedCheckOf('Storage', messageOf(error), 'Check STORAGE_URL and the access key.')
  }
}

/**
 * Saves the result. Returns whether the database is the one in which the check was requested; a check started by hand
 * belongs to none.
 */
async function saveResult(
  db: Db,
  { checkId, settings, run }: { checkId: string; settings: Settings; run: GithubRun | undefined },
  checks: PreflightCheck[],
): Promise<PreflightCheck> {
  const name = 'Database'
  const itself = passedCheck(name, 'The database can be used.')
  try {
    const saved = await changeGithubCheck(db, checkId, {
      checks: [itself, ...checks],
      ...(run && { runId: run.id, runUrl: run.url }),
    })
    if (saved || checkId === '') return itself
    const other = `The database in DATABASE_URL does not know this check: it is not the server's database, or another check has been started since.`
    return failedCheck(name, other, '')
  } catch (error) {
    const text = explainPostgres(settings.database, error) ?? messageOf(error)
    return failedCheckOf(name, text, 'Check DATABASE_URL.')
  }
}
