// Runs before anything is installed, on any Node from version 20: plain JavaScript, no dependency.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs what the lock file lists, unless that was done before. */
const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = `${root}node_modules/.installed`
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')
const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
if (installed !== wanted) install()

function install() {
  console.log('Installing what the dashboard needs. The first time this takes a minute or two.')
  const npm = process.env.npm_execpath
  // The Node that npm itself runs on: the project's own one is about to be replaced.
  const [command, before] = npm
    ? [process.env.npm_node_execpath ?? process.execPath, [npm]]
    : ['npm', []]
  const result = spawnSync(
    command,
    [...before, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: 'inherit' },
  )
  if (result.status !== 0) {
    console.error('The installation failed; the lines above say why. Correct that and try again.')
    process.exit(result.status ?? 1)
  }
  writeFileSync(stampFile, wanted)
}
