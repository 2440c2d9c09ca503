/** The part of a lock file that a release and the tests need. */

interface LockedPackage {
  version?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface LockFile {
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}

const modules = 'node_modules/'

/** Returns the packages of these names with all that they need, at the versions and checksums of the lock file. */
export function lockedPackages(
  { packages }: LockFile,
  names: readonly string[],
): LockFile['packages'] {
  const found: LockFile['packages'] = {}
  const add = (path: string) => {
    const each = packages[path]
    if (each === undefined || found[path] !== undefined) return
    found[path] = each
    for (const name of Object.keys({ ...each.dependencies, ...each.optionalDependencies })) {
      add(findPath(packages, path, name))
    }
  }
  for (const name of names) add(modules + name)
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Returns where Node finds a package from another package's place: inside it, then further up. */
export function findPath(packages: LockFile['packages'], from: string, name: string): string {
  const here = `${from}/${modules}${name}`
  if (here in packages) return here
  const above = from.lastIndexOf(`/${modules}`)
  return above < 0 ? modules + name : findPath(packages, from.slice(0, above), name)
}
