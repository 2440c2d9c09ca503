import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const name = `node-${process.platform}-${process.arch}`
const link = 'node_modules/.bin/node'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-node-'))
  mkdirSync(join(folder, 'scripts'))
  const source = fileURLToPath(new URL('install-node.js', import.meta.url))
  cpSync(source, join(folder, 'scripts/install.js'))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', engines: { node: '>=999.1.0' } }),
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('Node beside the programs of an archive', () => {
  test('is stored apart from the packages of the archive', () => {
    const { status } = install('echo v999.1.0')
    expect(status).toBe(0)
    const words = readFileSync(join(folder, 'words'), 'utf8')
    expect(words).toContain(`--prefix ${folder}/node `)
    expect(words).toContain(`${name}@999.1.0`)
    expect(existsSync(join(folder, 'node_modules', name))).toBe(false)
    expect(spawnSync(join(folder, link), { encoding: 'utf8' }).stdout).toBe('v999.1.0\n')
  })

  test('that lacks a library is not used, and is not downloaded again once the library is there', () => {
    const { status, stderr } = install(
      'echo "error while loading shared libraries: libatomic.so.1" >&2; exit 127',
    )
    expect(status).toBe(1)
    expect(stderr).toContain('shared libraries: libatomic.so.1')
    expect(stderr).toContain('apt-get install libatomic1')
    expect(existsSync(join(folder, link))).toBe(false)

    const node = join(folder, 'node/node_modules', name, 'bin/node')
    writeFileSync(node, '#!/bin/sh\necho v999.1.0\n')
    rmSync(join(folder, 'words'))
    expect(install('exit 1').status).toBe(0)
    expect(existsSync(join(folder, 'words'))).toBe(false)
    expect(existsSync(join(folder, link))).toBe(true)
  })
})

/** Runs the installation with an npm that writes a one-line Node instead of downloading it. */
function install(node: string) {
  const commands = join(folder, 'commands')
  mkdirSync(commands, { recursive: true })
  const bin = `node/node_modules/${name}/bin`
  writeFileSync(join(commands, 'node-line'), `#!/bin/sh\n${node}\n`)
  writeFileSync(
    join(commands, 'npm'),
    [
      '#!/bin/sh',
      'echo "$@" > words',
      `mkdir -p ${bin}`,
      `cp commands/node-line ${bin}/node`,
      `chmod 755 ${bin}/node`,
      '',
    ].join('\n'),
  )
  chmodSync(join(commands, 'npm'), 0o755)
  return spawnSync(process.execPath, ['scripts/install.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${commands}:/usr/bin:/bin` },
  })
}
