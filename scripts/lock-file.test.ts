import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findPath, type LockFile } from './release-packages.ts'

const path = new URL('../package-lock.json', import.meta.url)
const { packages }: LockFile = JSON.parse(readFileSync(path, 'utf8'))
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))

it('locks the packages of every system, so that `npm ci` installs on each', () => {
  const missing = installed.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(findPath(packages, path, name) in packages),
    ),
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
