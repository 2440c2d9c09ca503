import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWhenStale } from './build-when-stale.ts'
import { externalPackages } from './bundle-programs.ts'
import { programNames } from './program-build.ts'
import { type LockFile, lockedPackages } from './release-packages.ts'

/**
 * Creates the archive of a release in `release`, for Linux on the processor in `--arch`: it is built and has the few
 * packages that the programs need, so that `npm start` builds nothing (docs/decisions/0048-release-archive.md). The
 * SBOM and the checksums are written beside it. If `--to` is given, only the folder is made, for an image.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const { to, ...given } = parseArgs({
  options: { arch: { type: 'string', default: process.arch }, to: { type: 'string' } },
}).values
/** Node's name of the processor; images use another name for one of them. */
const arch = given.arch === 'amd64' ? 'x64' : given.arch
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const name = `${manifest.name}-${manifest.version}-linux-${arch}`
const out = join(root, 'release')
const folder = to ?? join(out, name)

/** Files that are read from the sources, beside the build. */
const copied = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'deploy', 'docs'],
  ...['runner/fonts', 'runner/src/reports/pdf/templates', 'server/src/brand/fonts.conf'],
  'web/dist',
]

await buildWhenStale()
rmSync(folder, { recursive: true, force: true })
for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
copyPrograms()
writeManifest()
mkdirSync(join(folder, 'scripts'))
cpSync(join(root, 'scripts/install-node.js'), join(folder, 'scripts/install.js'))
installPackages()
if (to === undefined) {
  writeBill()
  pack()
}

/** Copies the newest build, without the code that Node compiled on this machine. */
function copyPrograms(): void {
  const started = readFileSync(join(root, 'dist/server.js'), 'utf8')
  const build = /'\.\/(\w+)\//.exec(started)?.[1] ?? ''
  const files = readdirSync(join(root, 'dist'), { withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const file of [build, ...files.map((entry) => entry.name)]) {
    cpSync(join(root, 'dist', file), join(folder, 'dist', file), {
      recursive: true,
      filter: (path) => basename(path) !== 'compiled',
    })
  }
}

/** Writes package.json; the commands have the same names as in a clone. */
function writeManifest(): void {
  const commands = programNames.filter((program) => program !== 'server')
  const { version, description, license } = manifest
  const dependencies = Object.fromEntries(
    externalPackages.map((each) => [each, lock.packages[`node_modules/${each}`]?.version ?? '']),
  )
  const archived = {
    name: manifest.name,
    version,
    private: true,
    description,
    license,
    type: 'module',
    engines: { node: `>=${manifest.devDependencies.node}` },
    scripts: {
      prestart: 'node scripts/install.js',
      start: 'node dist/server.js --end-with-parent',
      ...Object.fromEntries(commands.map((each) => [each, `node dist/${each}.js`])),
    },
    dependencies,
  }
  const packages = { '': { version, dependencies }, ...lockedPackages(lock, externalPackages) }
  write('package.json', archived)
  write('package-lock.json', { name: archived.name, version, lockfileVersion: 3, packages })
}

function installPackages(): void {
  run('npm', [
    ...['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    ...['--os=linux', `--cpu=${arch}`, '--libc=glibc'],
  ])
  // Types and source maps of packages are only useful for programming.
  const found = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
  for (const path of found.filter((each) => /\.(d\.[cm]?ts|map)$/.test(each))) {
    rmSync(join(folder, 'node_modules', path), { force: true })
  }
}

/** Writes the bill of everything that runs, including bundled code; the archive's own packages are a part of it. */
function writeBill(): void {
  const workspaces = ['contract', 'store', 'runner', 'server', 'web']
  const words = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only']
  const bill = spawnSync('npm', [...words, ...workspaces.map((each) => `--workspace=${each}`)], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (bill.status !== 0) throw new Error(`npm sbom failed: ${bill.stderr}`)
  writeFileSync(join(out, `${name}.cdx.json`), bill.stdout)
}

function pack(): void {
  const archive = `${name}.tar.gz`
  run(
    'tar',
    ['--create', '--gzip', '--owner=0', '--group=0', '--file', join(out, archive), name],
    out,
  )
  run('sh', ['-c', 'sha256sum *.tar.gz *.cdx.json > SHA256SUMS'], out)
  const megabytes = (statSync(join(out, archive)).size / 1024 ** 2).toFixed(0)
  console.log(`release/${archive} is ready: ${megabytes} MB.`)
}

function write(path: string, content: object): void {
  writeFileSync(join(folder, path), `${JSON.stringify(content, null, 2)}\n`)
}

function run(command: string, words: string[], cwd = folder): void {
  const { status } = spawnSync(command, words, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${words[0]} failed.`)
}
