import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packages = ['contract', 'store', 'runner', 'server']

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
