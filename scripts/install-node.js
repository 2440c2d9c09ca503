// In the archive of a release this is `scripts/install.js`. It runs on the machine's Node, whatever its version: plain
// JavaScript, no dependency. All packages are in the archive but Node itself, which many machines have.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { node } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).engines
const wanted = Number(/\d+/.exec(node)[0])
const version = node.replace('>=', '')
const own = Number(process.versions.node.split('.')[0])
const name = `node-${process.platform}-${process.arch}`
// A separate folder: beside the archive's packages npm would install some of those again, for other processors too.
const folder = `node/node_modules/${name}`
const program = `${folder}/bin/node`
/** Where npm and the service of systemd look first. */
const found = 'node_modules/.bin/node'

if (own < wanted && !existsSync(`${root}${found}`)) {
  if (!existsSync(`${root}${program}`)) download()
  requireStart()
  mkdirSync(`${root}node_modules/.bin`, { recursive: true })
  symlinkSync(`../../${program}`, `${root}${found}`)
}

function download() {
  console.log(
    `This machine has Node ${process.versions.node}. Installing Node ${version} beside it.`,
  )
  const words = [
    ...['install', '--prefix', `${root}node`, '--no-save', '--no-package-lock'],
    ...['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
  ]
  const { status } = spawnSync('npm', words, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    end(`Node could not be installed; the lines above say why. Install Node ${wanted} yourself.`)
  }
  // Only who compiles programs for Node needs these 60 MB.
  for (const part of ['include', 'share']) {
    rmSync(`${root}${folder}/${part}`, { recursive: true, force: true })
  }
}

/** A bare Debian lacks a library that Node is linked to. */
function requireStart() {
  const { status, stderr, error } = spawnSync(`${root}${program}`, ['--version'], {
    encoding: 'utf8',
  })
  if (status === 0) return
  console.error(stderr?.trim() || String(error))
  end(
    `Node ${version} does not start here. If the line above names libatomic, install that (Debian and Ubuntu: ` +
      'apt-get install libatomic1; Fedora: dnf install libatomic), then try again.',
  )
}

function end(message) {
  console.error(message)
  process.exit(1)
}
