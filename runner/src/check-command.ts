import {
  failedCheck,
  failedCheckOf,
  type PreflightCheck,
  passedCheck,
} from '@dashboard/contract/preflight'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { changeGithubCheck } from '@dashboard/store/github/github-check'
import type { Settings } from '@dashboard/store/settings/settings'
import { checkOutside } from './check-outside.ts'

/**
 * Checks what a run on GitHub can use, and writes the result into the database for the check that was requested
 * (docs/github-actions.md#check-github).
 */
export async function checkOnGithub(
  checkId: string,
  settings: Settings,
): Promise<PreflightCheck[]> {
  const files = openFiles(settings.storage)
  const found = await Promise.all([
    { ...passedCheck('Settings', 'A run has all settings, and they are the server’s.') },
    checkStorage(() => files.check()),
    checkOutside(settings),
  ])
  const checks = found.flat()
  return [await saveResult(checkId, settings, checks), ...checks]
}

async function checkStorage(check: () => Promise<string | undefined>): Promise<PreflightCheck> {
  try {
    const remark = await check()
    return passedCheck('Storage', ['The storage can be written.', remark].filter(Boolean).join(' '))
  } catch (error) {
    return failedCheckOf('Storage', messageOf(error), 'Check STORAGE_URL and the access key.')
  }
}

/**
 * Saves the result. Returns whether the database is the one in which the check was requested; a check started by hand
 * belongs to none.
 */
async function saveResult(
  checkId: string,
  settings: Settings,
  checks: PreflightCheck[],
): Promise<PreflightCheck> {
  const db = openDatabase(settings.database, 'command')
  const name = 'Database'
  const itself = passedCheck(name, 'The database can be used.')
  try {
    const saved = await changeGithubCheck(db, checkId, { checks: [itself, ...checks] })
    if (saved || checkId === '') return itself
    const other = `The database that DATABASE_URL names knows nothing of this check: it is not the server's, or another check was started since.`
    return failedCheck(name, other, '')
  } catch (error) {
    const text = explainPostgres(settings.database, error) ?? messageOf(error)
    return failedCheckOf(name, text, 'Check DATABASE_URL.')
  } finally {
    await db.destroy()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
