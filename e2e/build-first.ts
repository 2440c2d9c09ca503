import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresFolders } from './own-postgres.ts'
import { shareFolders } from './shared-folder.ts'
import { dataFolders } from './synced-data.ts'

/**
 * Runs before the first spec: builds the programs and pages from the present sources, and shares folders with the
 * specs. The returned function removes the folders after the last spec.
 */
export default async function buildFirst(): Promise<() => Promise<void>> {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('What the specs start could not be built')
  const shared = mkdtempSync(join(tmpdir(), 'dashboard-specs-'))
  // PostgreSQL runs as another user, who must reach the files inside.
  chmodSync(shared, 0o711)
  const endSharing = await shareFolders(shared, { ...dataFolders, ...postgresFolders })
  return async () => {
    await endSharing()
    rmSync(shared, { recursive: true, force: true })
  }
}
