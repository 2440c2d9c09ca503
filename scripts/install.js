// Runs before anything is installed, on any Node from version 20: plain JavaScript, no dependency.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

install(root)
// A package that the project's own installation leaves out, such as `stress`.
for (const name of process.argv.slice(2)) install(`${root}${name}/`)

/** Installs what a folder's lock file lists, unless that was done before. */
function install(folder) {
  const stampFile = `${folder}node_modules/.installed`
  const wanted = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex')
  const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (installed === wanted) return
  console.log('Installing what the dashboard needs. The first time this takes a minute or two.')
  const npm = process.env.npm_execpath
  // The Node that npm itself runs on: the project's own one is about to be replaced.
  const [command, before] = npm
    ? [process.env.npm_node_execpath ?? process.execPath, [npm]]
    : ['npm', []]
  const result = spawnSync(
    command,
    [...before, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: 'inherit',
      shell: !npm && process.platform === 'win32',
    },
  )
  if (result.status !== 0) {
    console.error('The installation failed; the lines above say why. Correct that and try again.')
    process.exit(result.status ?? 1)
  }
  writeFileSync(stampFile, wanted)
}
