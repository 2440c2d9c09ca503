import { resolve } from 'node:path'
import type { Variables } from './settings-variables.ts'

export interface BackupSettings {
  /** `undefined`: the server makes no backups by itself. */
  folder: string | undefined
  /** Time of day, in the zone of the installation. */
  time: string
  maxBackups: number
  /** `undefined`: backups are not encrypted. */
  passphrase: string | undefined
}

export function readBackupSettings(variables: Variables): BackupSettings {
  return {
    folder: variables.BACKUP_DIR === undefined ? undefined : resolve(variables.BACKUP_DIR),
    time: variables.BACKUP_TIME,
    maxBackups: variables.BACKUP_KEPT,
    passphrase: variables.BACKUP_PASSPHRASE,
  }
}
