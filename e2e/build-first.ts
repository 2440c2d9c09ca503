import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresFolders } from './own-postgres.ts'
import { shareFolders } from './shared-folder.ts'
import { dataFolders } from './synced-data.ts'

/**
 * Before the first spec: makes what they start and open from the sources as they are now, and shares folders with
 * them, which the returned function removes after the last.
 */
export default async function buildFirst(): Promise<() => Promise<void>> {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('What the specs start could not be built')
  const shared = mkdtempSync(join(tmpdir(), 'dashboard-specs-'))
  // PostgreSQL's own user has to reach what is within.
  chmodSync(shared, 0o711)
  const endSharing = await shareFolders(shared, { ...dataFolders, ...postgresFolders })
  return async () => {
    await endSharing()
    rmSync(shared, { recursive: true, force: true })
  }
}
