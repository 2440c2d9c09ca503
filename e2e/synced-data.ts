import { access, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { signInByApi } from './api-client.ts'
import { startDashboard } from './dashboard.ts'

/**
 * Data folders as a first start or a sync leaves them. A sync takes a hundred times as long as a copy of its
 * outcome, and a first start half as long again as another one, so each kind is made once for all specs of a
 * run that begin with it.
 */

/** The product's sample data, or the 400 volunteers of the Locust double. */
export type SyncedKind = 'sample' | 'locust'
/** Or only what a first start makes: the tables and the administrator. */
type FolderKind = SyncedKind | 'started'

const waitMs = 80_000

/** Where the run keeps what its specs share (build-first.ts). */
export const sharedFolderVariable = 'SPECS_SHARED_FOLDER'

/** A new data folder as a sync of that kind has left it, whose copy is the caller's to remove. */
export async function copySyncedData(kind: SyncedKind): Promise<string> {
  return copyOf(kind)
}

/** The same of a server that was started once and has synced nothing. */
export async function copyStartedData(): Promise<string> {
  return copyOf('started')
}

async function copyOf(kind: FolderKind): Promise<string> {
  const made = await madeOnce(kind)
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-e2e-'))
  await cp(made, folder, { recursive: true })
  return folder
}

/** The first worker that asks makes it; the others wait for that, and make it themselves when it failed. */
async function madeOnce(kind: FolderKind): Promise<string> {
  const shared = process.env[sharedFolderVariable]
  if (shared === undefined) throw new Error('The run has no folder for what its specs share')
  const [folder, ready] = [join(shared, kind), join(shared, `${kind}.ready`)]
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await sleep(50)) {
    if (await isDone(access(ready))) return folder
    if (!(await isDone(mkdir(folder)))) continue
    try {
      await makeIn(folder, kind)
      await writeFile(ready, '')
      return folder
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }
  throw new Error(`Another worker did not make the ${kind} data`)
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

async function makeIn(folder: string, kind: FolderKind): Promise<void> {
  const locust = kind === 'locust' ? await startLocustDouble() : undefined
  const environment = locust && { LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken }
  const dashboard = await startDashboard(environment, folder)
  try {
    if (kind === 'started') return
    const { importJob } = await (await signInByApi(dashboard)).sync()
    if (importJob.status !== 'completed') throw new Error(`The import failed: ${importJob.error}`)
  } finally {
    await dashboard.stop()
    await locust?.close()
  }
}
