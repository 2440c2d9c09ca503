import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Loads StrykerJS, which plants faults. It has 160 packages and is used a few times a year, so it is not a dependency
 * of the project but is installed beside it at its first use.
 */

const version = '10.1.1'
const packages = ['core', 'instrumenter', 'vitest-runner'].map((name) => `@stryker-mutator/${name}`)
const folder = fileURLToPath(new URL(`../.cache/stryker-${version}`, import.meta.url))

interface Position {
  /** Line number from 0. */
  line: number
  column: number
}

/** A fault, and the place whose text it replaces. */
export interface Fault {
  fileName: string
  location: { start: Position; end: Position }
  replacement: string
}

/** Result of a fault; line numbers of its place begin at 1 here. */
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
  /** Returns all faults that Stryker can plant in these files. */
  findFaults(files: SourceFile[]): Promise<Fault[]>
  /** Plants the faults of some places, with Stryker's own options. */
  plantFaults(options: object): Promise<FaultResult[]>
}

/** Loads Stryker, after installing it if it is missing. */
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
  // The project's own vitest runs the tests; without this option a second one would be installed.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  const wanted = packages.map((name) => `${name}@${version}`)
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...options, ...wanted], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('StrykerJS could not be installed; the lines above say why.')
}
