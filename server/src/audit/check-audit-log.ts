import {
  failedCheck,
  failedCheckOf,
  type PreflightCheck,
  passedCheck,
} from '@dashboard/contract/preflight'
import { type NotedHead, notedHeadPath, readNotedHead } from '@dashboard/store/audit/noted-head'
import { verifyAuditLog } from '@dashboard/store/audit/verify-log'
import type { Db } from '@dashboard/store/database/open-database'

const name = 'Audit log'

/** Verifies the audit log, also against the head noted in the data folder; never throws. */
export async function checkAuditLog(db: Db, dataDir: string): Promise<PreflightCheck> {
  const path = notedHeadPath(dataDir)
  let noted: NotedHead | undefined
  try {
    noted = await readNotedHead(dataDir)
  } catch {
    const message = `${path} cannot be read, so a missing end of the log would not be seen.`
    const fix = 'Make the file readable, or remove it; a running server writes a new one.'
    return failedCheck(name, message, fix)
  }
  try {
    const { entries, count, head, fault } = await verifyAuditLog(db, noted)
    if (fault) {
      const since = noted ? ` The head was noted in ${path} at ${noted.at}.` : ''
      const fix = `Compare with a backup and with the lines "Audit log head" in the server's log.${since} Was a backup restored? Then remove that file.`
      return failedCheck(name, `${fault.message} Somebody may have changed it.`, fix)
    }
    const removed = count - entries
    const older = removed > 0 ? `, ${removed} older ones were removed by age` : ''
    const compared = noted ? ` It goes on from the head noted at ${noted.at}.` : ''
    const message = `All ${entries} entries fit together${older} (head ${head.slice(0, 12)}).${compared}`
    return passedCheck(name, message)
  } catch (error) {
    const text = `The log cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return failedCheckOf(name, text, 'Start the server once, which brings the database up to date.')
  }
}
