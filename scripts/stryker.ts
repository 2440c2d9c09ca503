import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * StrykerJS, which plants faults. It brings 160 packages and is used a few times a year, so that it
 * is no dependency of the project: it is installed beside it when it is first used.
 */

const version = '10.1.1'
const packages = ['core', 'instrumenter', 'vitest-runner'].map((name) => `@stryker-mutator/${name}`)
const folder = fileURLToPath(new URL(`../.cache/stryker-${version}`, import.meta.url))

interface Position {
  /** From 0. */
  line: number
  column: number
}

/** A fault, and the place whose text it replaces. */
export interface Fault {
  fileName: string
  location: { start: Position; end: Position }
  replacement: string
}

/** What became of a fault; the lines of its place are counted from 1 here. */
export interface FaultResult extends Fault {
  status:
    | 'Killed'
    | 'Timeout'
    | 'RuntimeError'
    | 'Survived'
    | 'NoCoverage'
    | 'CompileError'
    | 'Ignored'
}

interface SourceFile {
  name: string
  content: string
  mutate: boolean
}

export interface StrykerModules {
  /** All faults that it knows for these files. */
  findFaults(files: SourceFile[]): Promise<Fault[]>
  /** Plants the faults of some places, by Stryker's own options. */
  plantFaults(options: object): Promise<FaultResult[]>
}

/** Loads Stryker, after installing it when it is not there yet. */
export async function loadStryker(): Promise<StrykerModules> {
  if (!existsSync(join(folder, 'node_modules'))) install()
  const open = (name: string) =>
    import(
      pathToFileURL(join(folder, 'node_modules/@stryker-mutator', name, 'dist/src/index.js')).href
    )
  const { Stryker } = await open('core')
  const { Instrumenter } = await open('instrumenter')
  const ignore = () => {}
  const logger = { isDebugEnabled: () => false, debug: ignore, info: ignore, warn: ignore }
  return {
    async findFaults(files) {
      const options = { plugins: null, excludedMutations: [], ignorers: [] }
      return (await new Instrumenter(logger).instrument(files, options)).mutants
    },
    plantFaults: (options) => new Stryker(options).runMutationTest(),
  }
}

function install(): void {
  console.log(`Installing StrykerJS ${version} in ${folder}`)
  mkdirSync(folder, { recursive: true })
  // The project's own vitest runs the tests; without this a second one would be installed.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  const wanted = packages.map((name) => `${name}@${version}`)
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...options, ...wanted], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('StrykerJS could not be installed; the lines above say why.')
}
