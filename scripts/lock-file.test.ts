import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockedPackage {
  version?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const path = new URL('../package-lock.json', import.meta.url)
const { packages } = JSON.parse(readFileSync(path, 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))

/** Whether Node finds a package from a place: beside it, then further up. */
function isFound(from: string, name: string): boolean {
  const above = from.includes('node_modules/')
    ? from.replace(/\/?node_modules\/(?!.*node_modules\/).*$/, '')
    : ''
  const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  return here in packages || (from !== '' && isFound(above, name))
}

it('locks the packages of every system, so that `npm ci` installs on each', () => {
  const missing = installed.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isFound(path, name)),
  )
  expect(missing, 'npm install --package-lock-only adds them where nothing is installed').toEqual(
    [],
  )
})

it('has a checksum of every package that is downloaded', () => {
  const without = installed.filter(
    ([, { integrity, link, inBundle }]) => !integrity && !link && !inBundle,
  )
  expect(without.map(([path]) => path)).toEqual([])
})

it('names no host', () => {
  expect(readFileSync(path, 'utf8')).not.toMatch(/"resolved": "https?:/)
})
