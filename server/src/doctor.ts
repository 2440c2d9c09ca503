import { existsSync } from 'node:fs'
import { failedCheckOf, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import { openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { keepFilesPrivate } from '@dashboard/store/private-files'
import { readSettings, type Settings } from '@dashboard/store/settings'
import { SettingsError } from '@dashboard/store/settings-variables'
import { checkAuditLog } from './audit/check-audit-log.ts'
import { checkBackup } from './backup/check-backup.ts'
import { runPreflight } from './monitoring/preflight.ts'

/** `npm run doctor`: what works and what does not, each with its fix; exit code 1 when something does not. */
keepFilesPrivate()
const checks = await examine()
for (const { name, ok, message, fix } of checks) {
  console.log(`${ok ? 'ok    ' : 'WRONG '} ${name}: ${message}`)
  if (fix !== null) console.log(`        ${fix}`)
}
process.exit(checks.every(({ ok }) => ok) ? 0 : 1)

async function examine(): Promise<PreflightCheck[]> {
  try {
    return await check(readSettings())
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return [failedCheckOf('Settings', error.message, 'Correct this variable, then try again.')]
  }
}

async function check(settings: Settings): Promise<PreflightCheck[]> {
  const { database } = settings
  const isNew = database.kind === 'sqlite' && !existsSync(database.path)
  const log = { warn: (_details: object, message: string) => console.log(`        ${message}`) }
  const db = openDatabase(isNew ? { kind: 'sqlite', path: ':memory:' } : database, 'server')
  try {
    const found = await runPreflight({ db, files: openFiles(settings.storage), settings, log })
    const start = passedCheck('Database', 'There is none yet.', 'Start the server, which makes it.')
    if (isNew) return [start, ...found.filter(({ name }) => name !== 'Database')]
    const audit = await checkAuditLog(db, settings.dataDir)
    return [...found, audit, await checkBackup(db, settings.backup)]
  } finally {
    await db.destroy()
  }
}
