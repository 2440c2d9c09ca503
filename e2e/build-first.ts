import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Before the first spec: what they start and open is made from the sources as they are now. */
export default function buildFirst(): void {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('What the specs start could not be built')
}
