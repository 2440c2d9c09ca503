// In the archive of a release this is `scripts/install.js`. It runs on the machine's Node, whatever its version: plain
// JavaScript, no dependency. All packages are in the archive but Node itself, which many machines have.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { node } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).engines
const wanted = Number(/\d+/.exec(node)[0])
const own = Number(process.versions.node.split('.')[0])

if (own < wanted && !existsSync(`${root}node_modules/.bin/node`)) {
  const version = node.replace('>=', '')
  console.log(
    `This machine has Node ${process.versions.node}. Installing Node ${version} beside it.`,
  )
  const words = [
    ...['install', '--no-save', '--no-package-lock', '--omit=dev', '--ignore-scripts'],
    ...['--no-audit', '--no-fund', '--loglevel=error'],
    `node-${process.platform}-${process.arch}@${version}`,
  ]
  const { status } = spawnSync('npm', words, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error(
      `Node could not be installed; the lines above say why. Install Node ${wanted} yourself.`,
    )
    process.exit(1)
  }
  // Only who compiles programs for Node needs these 60 MB.
  for (const part of ['include', 'share']) {
    rmSync(`${root}node_modules/node-${process.platform}-${process.arch}/${part}`, {
      recursive: true,
    })
  }
}
