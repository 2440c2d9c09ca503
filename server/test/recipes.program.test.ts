import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, test } from 'vitest'
import { ready, run } from './program.ts'

const page = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8')
const [preparation = '', ...recipes] = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(
  ([, script = '']) => script,
)

const password = 'a long enough password'

/** Signs in as a user does; returns what makes that user's calls. */
async function signIn(address: string) {
  const send = (url: string, payload: unknown, headers = {}) =>
    fetch(address + url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    })
  const login = await send('/api/auth/login', { username: 'admin', password })
  const { token } = (await login.json()) as { token: string }
  return (url: string, payload: unknown) => send(url, payload, { authorization: `Bearer ${token}` })
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0

test.runIf(has('bash') && has('curl') && has('jq'))(
  'the recipes of docs/recipes.md work as written, one after the other',
  async () => {
    const server = run('main', { DATA_DIR: await temporaryFolder(), ADMIN_PASSWORD: password })
    const { address } = await ready(server)
    const send = await signIn(address)
    const made = await send('/api/auth/tokens', { name: 'Recipes', access: 'write' })
    expect(made.status).toBe(201)
    const { secret } = (await made.json()) as { secret: string }

    const cwd = await temporaryFolder()
    // The address and the token in the page are only examples.
    const ownLines = preparation
      .replace(/=https.*/, `=${address}`)
      .replace(/=smpw_.*/, `=${secret}`)
    const script = [ownLines, ...recipes].join('\n')
    // Without --norc, bash reads the machine's bashrc where no other shell has started it.
    const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd })
    let said = ''
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (said += text))
    const [code] = await once(shell, 'close')

    expect(said).toBe(
      'ok\nThe export is queued; the import follows when it completes.\ncompleted\n',
    )
    expect(code).toBe(0)
    expect((await readFile(join(cwd, 'reports.zip'))).subarray(0, 2).toString()).toBe('PK')
    const people = (await readFile(join(cwd, 'saturday.csv'), 'utf8')).trim().split('\n')
    expect(people).toHaveLength(100)
    expect(people[0]).toMatch(/^"[^"]+","[^"]+","[^"]+","[^"]+"$/)
    const refused = await fetch(`${address}/api/auth/tokens`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(refused.status).toBe(403)
  },
)
