import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFiles } from './source-files.ts'

/**
 * Bundles the programs that an installation runs into `dist` (docs/decisions/0032-bundled-programs.md). Every build has
 * its own folder, so that a running server does not lose the files with which it was started; `dist/server.js` and the
 * others beside it start the newest build.
 */

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const sources = ['contract/src', 'store/src', 'runner/src', 'server/src', 'package-lock.json']
/** Programs that can be started from outside a build; all but the server are commands. */
export const programNames = ['server', 'runner', 'admin', 'backup', 'doctor', 'restore']
/** Sources of every build, so that a changed build script makes a new build. */
const makers = ['scripts/program-build.ts', 'scripts/bundle-programs.ts']
/** Number of builds retained: the current one, and older ones that servers may still run. */
const maxBuilds = 3

/** Builds the programs of a tree, unless the present build was made from the present sources. */
export async function buildProgramsWhenStale(root = projectRoot): Promise<void> {
  const dist = join(root, 'dist')
  const name = nameOfBuild(root)
  const folder = join(dist, name)
  if (!existsSync(folder)) await build(root, folder)
  for (const program of programNames) {
    const path = join(dist, `${program}.js`)
    const text = `import './${name}/${program}.js'\n`
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) replaceFile(path, text)
  }
  removeOldBuilds(dist, name)
}

/**
 * Returns a name that changes with the sources, judged by their sizes and modification times, which is faster than
 * reading them.
 */
function nameOfBuild(root: string): string {
  const hash = createHash('sha256')
  for (const { path, stats } of sourceFiles(
    [...sources, ...makers].map((each) => join(root, each)),
  )) {
    hash.update(`${path.slice(root.length)} ${stats.size} ${stats.mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

async function build(root: string, folder: string): Promise<void> {
  console.log('Building the server.')
  // Imported only here: it takes longer than all the rest of a start.
  const { bundlePrograms } = await import('./bundle-programs.ts')
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}.`)
  try {
    await bundlePrograms(root, draft)
    // The server may run as another user than the one who builds.
    chmodSync(draft, 0o755)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
}

function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

function removeOldBuilds(dist: string, current: string): void {
  const others = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map((entry) => join(dist, entry.name))
    .map((path) => ({ path, builtAt: statSync(path).mtimeMs }))
    .toSorted((one, other) => other.builtAt - one.builtAt)
  for (const { path } of others.slice(maxBuilds - 1)) rmSync(path, { recursive: true, force: true })
}
