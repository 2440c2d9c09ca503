import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packages = ['contract', 'store', 'runner', 'server']

interface Plant {
  file: string
  /** Each `from` occurs exactly once. */
  changes: readonly { from: string; to: string }[]
}

const plants: Record<string, Plant> = {
  'import-without-transaction': {
    file: 'runner/src/import/writing/apply-import.ts',
    changes: [
      { from: 'await db.transaction().execute(async (tx) => {', to: 'await (async (tx: Db) => {' },
      { from: 'signal.throwIfAborted()\n    })\n', to: 'signal.throwIfAborted()\n    })(db)\n' },
    ],
  },
}

/**
 * Creates a copy of the project with a planted fault.
 * @throws when no such fault exists, or the code no longer has the text that it replaces.
 */
export function plantFault(name: string): { tree: string; remove(): void } {
  const plant = plants[name]
  if (!plant) {
    throw new Error(`No plant is named ${name}; there are: ${Object.keys(plants).join(', ')}`)
  }
  const { tree, remove } = copyProject()
  const path = join(tree, plant.file)
  let text = readFileSync(path, 'utf8')
  for (const { from, to } of plant.changes) {
    if (text.split(from).length !== 2) throw new Error(`${plant.file} no longer has: ${from}`)
    text = text.replace(from, to)
  }
  writeFileSync(path, text)
  return { tree, remove }
}

/** Creates a copy of the sources that a server is started from, with the installed packages. */
export function copyProject(): { tree: string; remove(): void } {
  const tree = mkdtempSync(join(tmpdir(), 'dashboard-copy-'))
  for (const name of packages) {
    const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path))
    cpSync(join(root, name), join(tree, name), { recursive: true, filter })
  }
  cpSync(join(root, 'package.json'), join(tree, 'package.json'))
  linkModules(tree)
  return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) }
}

/** Links the installed packages; the project's own packages come from the copy. */
function linkModules(tree: string): void {
  const modules = join(tree, 'node_modules')
  mkdirSync(join(modules, '@dashboard'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@dashboard') continue
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const name of packages) symlinkSync(join(tree, name), join(modules, '@dashboard', name))
}
