import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedFolderVariable } from './shared-folder.ts'

/**
 * Before the first spec: what they start and open is made from the sources as they are now, and a folder for
 * what they share, which the function that is answered removes after the last.
 */
export default function buildFirst(): () => void {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('What the specs start could not be built')
  const shared = mkdtempSync(join(tmpdir(), 'dashboard-specs-'))
  // PostgreSQL's own user has to reach what is within.
  chmodSync(shared, 0o711)
  process.env[sharedFolderVariable] = shared
  return () => rmSync(shared, { recursive: true, force: true })
}
