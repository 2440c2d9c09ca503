import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Records which commit is built, for the server (store/src/program-version.ts): the one in COMMIT, as in the build of
 * an image, which has no history, or Git's present commit, with `-dirty` if files differ from it. Nothing is recorded
 * where neither is known.
 */
export function storeProgramCommit(root: string, given = process.env.COMMIT): void {
  const commit = given || askGit(root)
  const path = join(root, 'dist/commit')
  mkdirSync(join(root, 'dist'), { recursive: true })
  if (commit === undefined) rmSync(path, { force: true })
  else writeFileSync(path, `${commit}\n`)
}

/**
 * Runs Git only if this folder is the root of the repository: the history of a parent folder is about something else.
 */
function askGit(root: string): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  const words = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
