import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps for the server which commit is built (store/src/program-version.ts): what COMMIT names, as in the build of an image,
 * into which no history comes, or where Git stands, with `-dirty` when files differ from it. Nothing is kept
 * where neither is known.
 */
export function keepProgramCommit(root: string, given = process.env.COMMIT): void {
  const commit = given || askGit(root)
  const path = join(root, 'dist/commit')
  mkdirSync(join(root, 'dist'), { recursive: true })
  if (commit === undefined) rmSync(path, { force: true })
  else writeFileSync(path, `${commit}\n`)
}

/** A folder above that has a history says nothing of this one. */
function askGit(root: string): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  const words = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
