import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the specs of a run share: folders that one worker makes and all copy. */

const waitMs = 80_000

/** Where the run keeps what its specs share (build-first.ts). */
export const sharedFolderVariable = 'SPECS_SHARED_FOLDER'

/**
 * The shared folder of that name. The first worker that asks makes it; the others wait for that, and make it
 * themselves when it failed.
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const shared = process.env[sharedFolderVariable]
  if (shared === undefined) throw new Error('The run has no folder for what its specs share')
  const folder = join(shared, name)
  const ready = join(shared, `${name}.ready`)
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await sleep(50)) {
    if (await isDone(access(ready))) return folder
    if (!(await isDone(mkdir(folder)))) continue
    try {
      await make(folder)
      await writeFile(ready, '')
      return folder
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }
  throw new Error(`Another worker did not make the ${name} folder`)
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
