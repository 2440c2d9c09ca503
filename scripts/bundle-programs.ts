import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { type SourceMapFile, thinSourceMap } from './thin-source-map.ts'

/**
 * The programs of an installation with their threads, by the name of their file in the build. Each is bundled by
 * itself: what two of them share would be cut into many small files, and every file costs at each start.
 */
const bundles: readonly Readonly<Record<string, string>>[] = [
  { server: 'server/src/main.ts' },
  {
    runner: 'runner/src/main.ts',
    'heartbeat-thread': 'runner/src/heartbeat/heartbeat-thread.ts',
  },
  { 'drawer-thread': 'runner/src/reports/drawer-thread.ts' },
  { 'logo-drawer': 'server/src/brand/logo-drawer.ts' },
  {
    admin: 'server/src/admin.ts',
    backup: 'server/src/backup.ts',
    doctor: 'server/src/doctor.ts',
    move: 'server/src/move.ts',
    restore: 'server/src/restore.ts',
  },
]

/** In these packages lie files that are no JavaScript. */
export const externalPackages = [
  '@myriaddreamin/typst-ts-node-compiler',
  'sharp',
  '@fastify/swagger-ui',
]
/** `pg` looks for the last, which nobody has. */
const external = [...externalPackages, 'pg-native']

/** Writes the programs with all that they import into a folder; nothing is written there any more once it throws. */
export async function bundlePrograms(root: string, folder: string): Promise<void> {
  // Two programs may write one file of the same name and content; a map is made thinner only once all are written.
  const maps = new Set<string>()
  // One after the other: together they take more memory than a small machine has.
  for (const programs of bundles) {
    for (const map of await bundleOne(root, folder, programs)) maps.add(map)
  }
  for (const map of maps) thinFile(map)
}

/** Returns the paths of the maps it has written. */
async function bundleOne(
  root: string,
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<string[]> {
  const bundle = await rolldown({
    cwd: root,
    input: { ...programs },
    platform: 'node',
    external,
    plugins: [keepPlaces(root)],
    experimental: { nativeMagicString: true },
    // How long it took says nothing about the programs: a slow or busy machine would not start otherwise.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The programs cannot be bundled: ${log.message}`)
    },
  })
  // In a folder of its own, next to which stand the files that start each program.
  const { output } = await bundle.write({
    dir: join(folder, 'code'),
    format: 'esm',
    sourcemap: true,
    // A map is made thinner anyway.
    sourcemapExcludeSources: true,
    // Node reads and checks all of a file at each start, with the spaces; names stay for whoever reads a profile.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  for (const name of Object.keys(programs)) {
    const text = name === 'server' ? `${frugalMemory}${starter(name)}` : starter(name)
    writeFileSync(join(folder, `${name}.js`), text)
  }
  return output
    .map(({ fileName }) => join(folder, 'code', fileName))
    .filter((path) => path.endsWith('.map'))
}

function thinFile(path: string): void {
  const map = JSON.parse(readFileSync(path, 'utf8')) as SourceMapFile
  writeFileSync(path, JSON.stringify(thinSourceMap(map)))
}

/**
 * A server holds what its busiest moment took: its young objects 48 MB, each of the threads that compute passwords a
 * heap of the C library's, and in these heaps the gaps that large blocks leave. What prevents it is set before a process
 * begins, so the server's replaces itself once, under the same number. Elsewhere than on Linux it goes on as it is. The
 * young objects have their room from the beginning: growing into it took a tenth of the start.
 */
const frugalMemory = `import { fileURLToPath as pathOf } from 'node:url'
const frugal = ['--min-semi-space-size=4', '--max-semi-space-size=4']
if (process.platform === 'linux' && frugal.some((flag) => !process.execArgv.includes(flag))) {
  const words = [...process.execArgv, ...frugal, pathOf(import.meta.url), ...process.argv.slice(2)]
  const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', ...process.env }
  process.execve(process.execPath, [process.execPath, ...words], environment)
}
`

/**
 * What starts a program: maps of its sources for stack traces, and a folder for what Node compiles of it,
 * have to be there before its code is loaded. Where the folder cannot be written, such as in a read-only
 * container, each start compiles anew.
 */
function starter(name: string): string {
  return `import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { fileURLToPath } from 'node:url'
setSourceMapsSupport(true)
enableCompileCache(fileURLToPath(new URL('./compiled', import.meta.url)))
await import('./code/${name}.js')
`
}

/**
 * Lets `new URL('…', import.meta.url)` mean the same file in the build as in the sources; that of a program
 * is its file in the build.
 */
function keepPlaces(root: string): Plugin {
  return {
    name: 'keep-places',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: 'import.meta.url' },
      handler(code, id, { magicString }) {
        if (!magicString) return
        const found = code.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)
        for (const match of found) {
          const file = relative(root, resolve(dirname(id), match[1] ?? ''))
          magicString.overwrite(match.index, match.index + match[0].length, placeOf(file))
        }
        return { code: magicString }
      },
    },
  }
}

/** A file of the project, seen from `dist/<build>/code`. */
function placeOf(file: string): string {
  const [program] =
    bundles.flatMap(Object.entries<string>).find(([, source]) => source === file) ?? []
  const path = program === undefined ? `../../../${file}` : `../${program}.js`
  return `new URL(${JSON.stringify(path)}, import.meta.url)`
}
