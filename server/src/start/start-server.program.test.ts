import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { hasPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { openDatabase } from '@dashboard/store/database/open-database'
import { listServers } from '@dashboard/store/database/running-servers'
import { readProgramVersion } from '@dashboard/store/program-version'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { makeSharedDatabase } from '@dashboard/store/test/shared-databases'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ready, run } from '../../test/program.ts'

function logIn(address: string, username: string, password: string) {
  return fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
}

test.runIf(hasPostgres())('a server on PostgreSQL registers before it serves', async () => {
  const database = await makeSharedDatabase('postgres')
  if (database.kind !== 'postgres') throw new Error('There is no PostgreSQL')
  const server = run('main', {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: database.url,
    SESSION_SECRET: 's'.repeat(32),
  })
  await ready(server)
  const db = openDatabase(database, 'command')
  onTestFinished(() => db.destroy())
  expect(await listServers(db)).toMatchObject([{ version: readProgramVersion() }])
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await listServers(db)).toEqual([])
})

describe('the server', () => {
  test('prints how to sign in once, stores its secret, and lets a locked out user back in', async () => {
    const DATA_DIR = await temporaryFolder()
    const first = run('main', { DATA_DIR })
    const { address, said } = await ready(first)
    expect(said).toContain('SAMPLE DATA')
    const [, password = ''] = /Password: (\S+)/.exec(said) ?? []
    const login = await logIn(address, 'admin', password)
    expect(login.status).toBe(200)
    const { token } = (await login.json()) as { token: string }
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = run('main', { DATA_DIR, ADMIN_PASSWORD: 'another one' })
    const again = await ready(second)
    expect(again.said).not.toContain('Password:')
    expect(again.said).not.toContain('another one')
    const jobs = await fetch(`${again.address}/api/jobs`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(jobs.status).toBe(200)

    const reset = run('admin', { DATA_DIR }, 'reset-password', ' ADMIN')
    expect(await reset.ended).toBe(0)
    const [, newPassword = ''] = /Password: (\S+)/.exec(reset.output()) ?? []
    expect((await logIn(again.address, 'admin', password)).status).toBe(401)
    expect((await logIn(again.address, 'admin', newPassword)).status).toBe(200)
    const typed = run('admin', { DATA_DIR }, 'reset-password', 'admin', '--ask')
    typed.child.stdin.end('typed by hand\n')
    expect(await typed.ended).toBe(0)
    expect(typed.output()).not.toContain('typed by hand')
    expect((await logIn(again.address, 'admin', 'typed by hand')).status).toBe(200)
  })

  test('lets a request under way finish before it exits', async () => {
    const server = run('main', {
      DATA_DIR: await temporaryFolder(),
      ADMIN_PASSWORD: 'from outside',
    })
    const { address, said } = await ready(server)
    expect(said).toContain('the password of ADMIN_PASSWORD')
    const login = logIn(address, 'admin', 'from outside')
    await new Promise((resolve) => setTimeout(resolve, 20))
    const from = performance.now()
    server.child.kill('SIGTERM')
    expect((await login).status).toBe(200)
    expect(await server.ended).toBe(0)
    // It ends as soon as the request has ended, and not only when the ten seconds for the request are over.
    expect(performance.now() - from).toBeLessThan(10_000)
    await expect(fetch(`${address}/api/health`)).rejects.toThrow()
  })

  test('refuses a data folder that another server uses, and a port that is taken', async () => {
    const DATA_DIR = await temporaryFolder()
    const server = run('main', { DATA_DIR })
    await ready(server)
    const sameFolder = run('main', { DATA_DIR })
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const empty = { DATA_DIR: await temporaryFolder() }
    const samePort = run('main', { ...empty, PORT: String(port) })
    expect(await sameFolder.ended).toBe(1)
    expect(sameFolder.output()).toMatch(
      new RegExp(
        `^Another server, process ${server.child.pid}, already uses the data folder .*\\n$`,
      ),
    )
    expect(await samePort.ended).toBe(1)
    expect(samePort.output()).toContain(
      `\nPort ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to another port.\n`,
    )
    const [, password = ''] = /Password: (\S+)/.exec(samePort.output()) ?? []
    const again = await ready(run('main', empty))
    expect(again.said).not.toContain('Password:')
    expect((await logIn(again.address, 'admin', password)).status).toBe(200)
  })

  test('accepts the password of its first administrator as soon as it is healthy', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as { port: number }
    free.close()
    const settings = { PORT: String(port), ADMIN_PASSWORD: 'from outside' }
    const server = run('main', { DATA_DIR: await temporaryFolder(), ...settings })
    const address = `http://127.0.0.1:${port}`
    const readHealth = () =>
      fetch(`${address}/api/health`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(readHealth, { interval: 1, timeout: 60_000 }).toBe(200)
    expect((await logIn(address, 'admin', 'from outside')).status).toBe(200)
    await ready(server)
  })

  test.each([
    [{ PORT: 'x' }, 'PORT is "x", but a port number from 0 to 65535 is expected.\n'],
    [
      { DATA_DIR: '/dev/null/x' },
      'DATA_DIR is "/dev/null/x", which cannot be used as a folder: a part of its path is a file, not a folder.\n',
    ],
    [
      { TRUST_PROXY: '10.0.0.1, proxy.example' },
      'TRUST_PROXY is "10.0.0.1, proxy.example", but a number of proxies, or their addresses separated by commas is expected.\n',
    ],
    [
      { DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/x', SESSION_SECRET: 's'.repeat(32) },
      'PostgreSQL at 127.0.0.1:1 cannot be reached. Check that it runs and that DATABASE_URL names it.\n',
    ],
  ])('given %j says one sentence and ends with 1', async (settings, sentence) => {
    const server = run('main', { DATA_DIR: await temporaryFolder(), ...settings })
    expect(await server.ended).toBe(1)
    expect(server.output()).toBe(sentence)
  })
})

describe('the admin command', () => {
  test('explains its use, and what is wrong', async () => {
    const DATA_DIR = await temporaryFolder()
    const bare = run('admin', { DATA_DIR })
    const strange = run('admin', { DATA_DIR }, 'reset-password', 'admin', '--force')
    const early = run('admin', { DATA_DIR }, 'reset-password', 'admin')
    for (const wrong of [bare, strange]) {
      expect(await wrong.ended).toBe(1)
      expect(wrong.output()).toMatch(/^Usage: npm run admin -- reset-password <username>/)
    }
    expect(await early.ended).toBe(1)
    expect(early.output()).toMatch(/^There is no database at .*\. Set DATA_DIR/)
  })

  test('checks the input before it opens the database', async () => {
    const DATA_DIR = await temporaryFolder()
    await writeFile(path.join(DATA_DIR, 'dashboard.db'), 'no database')
    const nameless = run('admin', { DATA_DIR }, 'add-user', 'noa', '--first', 'Noa')
    expect([await nameless.ended, nameless.output()]).toEqual([1, 'Last name is required\n'])
  })

  test('adds, lists and deactivates users while the server runs', async () => {
    const DATA_DIR = await temporaryFolder()
    const { address } = await ready(run('main', { DATA_DIR, ADMIN_PASSWORD: 'from outside' }))
    const admin = async (...words: string[]) => {
      const command = run('admin', { DATA_DIR }, ...words)
      return { code: await command.ended, output: command.output() }
    }
    const mia = ['add-user', 'mia', '--first', 'Mia', '--last', 'Ortega']
    const added = await admin(...mia)
    expect(added.output).toMatch(/^"mia" \(user\) was added\./)
    const [, password = ''] = /Password: (\S+)/.exec(added.output) ?? []
    expect((await logIn(address, 'mia', password)).status).toBe(200)
    expect(await admin(...mia)).toEqual({ code: 1, output: 'Username is already taken\n' })
    const nameless = await admin('add-user', 'noa', '--first', 'Noa')
    expect(nameless).toEqual({ code: 1, output: 'Last name is required\n' })
    const misplaced = await admin('deactivate', 'mia', '--admin')
    expect(misplaced.output).toMatch(/^Usage:/)
    expect((await admin('deactivate', 'mia')).code).toBe(0)
    expect((await logIn(address, 'mia', password)).status).not.toBe(200)
    const last = await admin('deactivate', 'admin')
    expect(last.output).toMatch(/^"admin" is the last active administrator\./)
    const { output } = await admin('list-users')
    expect(output).toMatch(/^admin \(First Administrator\): admin, active, last sign-in never\n/)
    expect(output).toMatch(/\nmia \(Mia Ortega\): user, inactive, last sign-in 20\S+Z\n$/)
  })
})
