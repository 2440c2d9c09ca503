import { writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

/**
 * Programs of an installation with their threads, keyed by the name of their file in the build. Each is bundled
 * separately: shared code would be split into many small files, and every file costs time at each start.
 */
const bundles: readonly Readonly<Record<string, string>>[] = [
  { server: 'server/src/main.ts' },
  {
    runner: 'runner/src/main.ts',
    'heartbeat-thread': 'runner/src/heartbeat/heartbeat-thread.ts',
  },
  { 'render-thread': 'runner/src/reports/render-thread.ts' },
  { 'logo-renderer': 'server/src/brand/logo-renderer.ts' },
  {
    admin: 'server/src/admin.ts',
    backup: 'server/src/backup.ts',
    doctor: 'server/src/doctor.ts',
    restore: 'server/src/restore.ts',
  },
]

/** Packages that contain files other than JavaScript. */
export const externalPackages = [
  '@myriaddreamin/typst-ts-node-compiler',
  'sharp',
  '@fastify/swagger-ui',
]
/** `pg` tries to load pg-native, which is never installed. */
const external = [...externalPackages, 'pg-native']

/** Writes the programs with all that they import into a folder. After it has thrown, nothing more is written there. */
export async function bundlePrograms(root: string, folder: string): Promise<void> {
  // Bundles run one after another: together they take more memory than a small machine has.
  for (const programs of bundles) await bundleOne(root, folder, programs)
}

/** Bundles one group of programs. */
async function bundleOne(
  root: string,
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { ...programs },
    platform: 'node',
    external,
    plugins: [keepModuleUrls(root)],
    experimental: { nativeMagicString: true },
    // Timings say nothing about the programs: on a slow or busy machine the check would fail the start.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'warn') throw new Error(`The programs cannot be bundled: ${log.message}`)
    },
  })
  // The bundle has its own folder; the files that start each program are next to it.
  await bundle.write({
    dir: join(folder, 'code'),
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Node reads and checks the whole file at each start, including spaces. Names stay readable for profiles.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  for (const name of Object.keys(programs)) {
    writeFileSync(join(folder, `${name}.js`), starter(name))
  }
}

/**
 * Returns the file that starts a program. It enables source maps for stack traces, and a folder for compiled code,
 * before the program's code is loaded. If the folder cannot be written, as in a read-only container, each start
 * compiles anew.
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
 * Makes `new URL('…', import.meta.url)` refer to the same file in the build as in the sources; a program's URL becomes
 * its file in the build.
 */
function keepModuleUrls(root: string): Plugin {
  return {
    name: 'keep-import-paths',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: 'import.meta.url' },
      handler(code, id, { magicString }) {
        if (!magicString) return
        const found = code.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)
        for (const match of found) {
          const file = relative(root, resolve(dirname(id), match[1] ?? ''))
          magicString.overwrite(match.index, match.index + match[0].length, moduleUrl(file))
        }
        return { code: magicString }
      },
    },
  }
}

/** Returns the path of a file of the project, relative to `dist/<build>/code`. */
function moduleUrl(file: string): string {
  const [program] =
    bundles.flatMap(Object.entries<string>).find(([, source]) => source === file) ?? []
  const path = program === undefined ? `../../../${file}` : `../${program}.js`
  return `new URL(${JSON.stringify(path)}, import.meta.url)`
}
