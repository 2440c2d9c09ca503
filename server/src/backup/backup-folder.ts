import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const start = 'dashboard-'
const ownName = /^dashboard-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/

/** The name of a backup made at this instant; names sort by time. */
export function backupName(at: Date, isEncrypted: boolean): string {
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${start}${stamp}.tar.gz${isEncrypted ? '.age' : ''}`
}

/** Removes the oldest backups of the folder but so many; files with other names stay. */
export async function pruneBackups(folder: string, kept: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort()
  for (const name of names.slice(0, Math.max(0, names.length - kept))) await rm(join(folder, name))
}
