import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startDashboard } from '../../../e2e/dashboard.ts'
import { startProgram } from '../../../e2e/server-program.ts'
import type { Failure } from './failure.ts'

const diskSize = '32m'
const circuits = 1_000
const reportBytes = 300_000
const stepBytes = 1_300 * 1024
const passphrase = 'correct horse battery staple'

/** Mounts a small disk at a folder; returns why not where that is not allowed. */
function mountSmallDisk(folder: string): string | undefined {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder])
  return status === 0 ? undefined : 'a small disk needs root'
}

const unmount = (folder: string) => spawnSync('umount', [folder])

/**
 * Restores onto a disk with ever more room, until there is enough: each time either nothing has changed, which is said,
 * or the backup is in place, and what is kept of before is encrypted.
 */
export const restoreWithoutRoom: Failure = {
  name: 'restore without room',
  obstacle() {
    if (process.getuid?.() !== 0) return 'a small disk needs root'
    return undefined
  },
  async run({ dataDir: folder, print }) {
    const disk = await mkdtemp(join(tmpdir(), 'dashboard-small-disk-'))
    const obstacle = mountSmallDisk(disk)
    if (obstacle !== undefined) return [obstacle]
    try {
      const environment = { DATA_DIR: join(disk, 'data'), BACKUP_PASSPHRASE: passphrase }
      const path = join(folder, 'good')
      const made = join(folder, 'made')
      await (await startDashboard({}, made)).stop()
      await fill(environment.DATA_DIR, made, 'backup')
      await succeed(startProgram('backup', environment, path))
      await rm(environment.DATA_DIR, { recursive: true })
      await fill(environment.DATA_DIR, made, 'present')
      return await restoreWithMoreAndMoreRoom(environment, { disk, path, print })
    } finally {
      unmount(disk)
      await rm(disk, { recursive: true, force: true })
    }
  },
}

async function restoreWithMoreAndMoreRoom(
  environment: { DATA_DIR: string },
  { disk, path, print }: { disk: string; path: string; print(line: string): void },
): Promise<string[]> {
  const problems: string[] = []
  const names = await namesIn(environment.DATA_DIR)
  for (let room = 0; ; room += stepBytes) {
    const ballast = await leaveRoom(disk, room)
    if (ballast === undefined) return [...problems, 'the restore needs more than the whole disk']
    const { code, printed } = await startProgram('restore', environment, path, '--replace').ended
    await rm(ballast)
    const found = await namesIn(environment.DATA_DIR)
    const has = firstCircuit(environment.DATA_DIR)
    const added = found.filter((name) => !names.includes(name))
    print(`restore with ${room / 1024} KiB: ${code} ${printed.split('\n')[0]}`)
    if (code === 0) {
      if (has !== 'backup') problems.push(`restored, but the data is ${has}`)
      if (added.length !== 1 || !/^before-restore-.*\.tar\.gz\.age$/.test(added[0] ?? ''))
        problems.push(`after the restore ${added.join()} is there`)
      return room === 0 ? [...problems, 'the disk was never full'] : problems
    }
    if (!/ is full\. Free some space, then restore again\. Nothing was changed\.$/m.test(printed))
      problems.push(`with ${room}: ${printed}`)
    if (has !== 'present') problems.push(`with ${room} the data is ${has}`)
    if (added.length > 0) problems.push(`with ${room} ${added.join()} is left`)
  }
}

/** Fills the disk but for so many bytes; `undefined` where it has fewer. */
async function leaveRoom(disk: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(disk)
  const size = bavail * bsize - bytes
  if (size < 0) return undefined
  const path = join(disk, 'ballast')
  await writeFile(path, Buffer.alloc(size))
  return path
}

/** Makes a data folder, from one that a server has made, with content that packs badly. */
async function fill(dataDir: string, made: string, first: string): Promise<void> {
  await cp(made, dataDir, { recursive: true })
  using database = new DatabaseSync(join(dataDir, 'dashboard.db'))
  database.exec(`
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < ${circuits})
    insert into circuits (id, name) select 'c' || number, hex(randomblob(500)) from numbers;
    insert into circuits (id, name) values ('first', '${first}');`)
  await mkdir(join(dataDir, 'files/reports'), { recursive: true })
  for (const name of ['a', 'b', 'c']) {
    const report = join(dataDir, `files/reports/${name}-${first}.pdf`)
    await writeFile(report, randomBytes(reportBytes))
  }
}

function firstCircuit(dataDir: string): unknown {
  using database = new DatabaseSync(join(dataDir, 'dashboard.db'))
  return database.prepare("select name from circuits where id = 'first'").get()?.name
}

/** Lists what is in the data folder but for the files of its lock, its database, and those that the backup adds. */
async function namesIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true })
  const expected = /^(lock\.|dashboard\.db|files\/checks|files\/reports\/.*-backup\.pdf)/
  return names.filter((name) => !expected.test(name))
}

async function succeed({ ended }: ReturnType<typeof startProgram>): Promise<void> {
  const { code, printed } = await ended
  if (code !== 0) throw new Error(`A program ended with ${code}: ${printed}`)
}
