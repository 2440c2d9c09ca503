import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))

/** Returns the paths, from the root, of all files that Git tracks or would add. */
export function repositoryFiles(): string[] {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  })
  return listed.stdout
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(repositoryRoot, path)))
}
