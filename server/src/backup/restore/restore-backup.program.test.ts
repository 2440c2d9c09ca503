import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, test } from 'vitest'
import { ready, run, withInventedMigration } from '../../../test/program.ts'

async function readBackup(address: string) {
  const health = (await (await fetch(`${address}/api/health`)).json()) as {
    backup: { lastAt: string | null; ageSeconds: number | null }
  }
  return health.backup
}

const isOfRestore = (name: string) => /^(\.restore-|restore-journal)/.test(name)

test('the server makes a backup by itself, which the commands restore elsewhere', async () => {
  const folder = await temporaryFolder()
  const DATA_DIR = join(folder, 'data')
  const BACKUP_DIR = join(folder, 'backups')
  const BACKUP_PASSPHRASE = 'correct horse battery staple'
  const settings = { DATA_DIR, BACKUP_DIR, BACKUP_PASSPHRASE, ADMIN_PASSWORD: 'from outside' }
  const server = run('main', { ...settings, METRICS_TOKEN: 'token' })
  const { address } = await ready(server)
  await expect
    .poll(() => readBackup(address))
    .toMatchObject({
      lastAt: expect.stringMatching(/^20/),
      ageSeconds: expect.any(Number),
    })
  const metrics = await fetch(`${address}/metrics`, { headers: { authorization: 'Bearer token' } })
  expect(await metrics.text()).toMatch(/^smpw_backup_age_seconds \d/m)
  const [name = ''] = await readdir(BACKUP_DIR)
  expect(name).toMatch(/^dashboard-\d{8}T\d{6}Z\.tar\.gz\.age$/)
  const path = join(BACKUP_DIR, name)

  const refused = run('restore', settings, path, '--replace')
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(/^Another server, process \d+, already uses the data folder/)

  const elsewhere = { ...settings, DATA_DIR: join(folder, 'elsewhere') }
  const restored = run('restore', elsewhere, path)
  expect([await restored.ended, restored.output()]).toEqual([
    0,
    expect.stringMatching(/^Restored the backup of 20.*\n.*sign in again/),
  ])
  const unasked = run('restore', { DATA_DIR: join(folder, 'third') }, path)
  unasked.child.stdin.end()
  expect([await unasked.ended, unasked.output()]).toEqual([
    1,
    expect.stringContaining('set BACKUP_PASSPHRASE to its passphrase, or type it at a terminal'),
  ])

  const second = run('main', { ...elsewhere, ADMIN_PASSWORD: 'not asked for', BACKUP_DIR: '' })
  const login = await fetch(`${(await ready(second)).address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'from outside' }),
  })
  expect(login.status).toBe(200)

  const typed = run('backup', { DATA_DIR }, join(folder, 'by-hand'), '--ask')
  typed.child.stdin.end('short\n')
  expect(await typed.ended).toBe(1)
  expect(typed.output()).toContain('must be at least 12 characters')
})

test('a backup that was killed leaves no readable copy of the data, and nothing after a start or the next backup', async () => {
  const folder = await temporaryFolder()
  const DATA_DIR = join(folder, 'data')
  const BACKUP_DIR = join(folder, 'backups')
  const settings = {
    DATA_DIR,
    BACKUP_DIR,
    BACKUP_PASSPHRASE: 'correct horse battery staple',
    ADMIN_PASSWORD: 'from outside',
  }
  const db = openDatabase({ kind: 'sqlite', path: join(DATA_DIR, 'dashboard.db') }, 'command')
  await migrate(db)
  await db.destroy()
  const kill = async () => {
    const backup = run('backup', settings, '--scheduled')
    // The archive is begun after the copy of the database.
    const isUnderWay = async () =>
      (await readdir(BACKUP_DIR).catch(() => [])).some((name) => name.endsWith('.part'))
    await expect.poll(isUnderWay, { interval: 5, timeout: 20_000 }).toBe(true)
    backup.child.kill('SIGKILL')
    await backup.ended
    expect(await readdir(BACKUP_DIR)).toEqual([expect.stringMatching(/\.tar\.gz\.age\.\w+\.part$/)])
    expect(await leftInData()).toHaveLength(1)
  }
  const leftInData = async () =>
    (await readdir(DATA_DIR)).filter((name) => name.startsWith('.backup-'))
  await kill()
  expect(await run('backup', settings, '--scheduled').ended).toBe(0)
  const [made = '', ...others] = await readdir(BACKUP_DIR)
  expect([made, ...others, ...(await leftInData())]).toEqual([
    expect.stringMatching(/^dashboard-\w+\.tar\.gz\.age$/),
  ])
  await rm(join(BACKUP_DIR, made))
  await kill()
  await ready(run('main', { ...settings, BACKUP_DIR: '' }))
  expect([...(await readdir(BACKUP_DIR)), ...(await leftInData())]).toEqual([])
})

test('a restore that was killed is undone by the next start, and an upgrade backs up first', async () => {
  const DATA_DIR = await temporaryFolder()
  const settings = { DATA_DIR, ADMIN_PASSWORD: 'from outside', ...withInventedMigration }
  const path = join(DATA_DIR, 'dashboard.db')
  const older = openDatabase({ kind: 'sqlite', path }, 'command')
  await migrate(older)
  await older.destroy()
  const name = join(await temporaryFolder(), 'backup')
  expect(await run('backup', settings, name).ended).toBe(0)
  const restore = run('restore', settings, name, '--replace')
  // The torture suite `backup` kills the program at many moments; here one is enough.
  const isUnderWay = async () => (await readdir(DATA_DIR)).some(isOfRestore)
  await expect.poll(isUnderWay, { interval: 5 }).toBe(true)
  restore.child.kill('SIGKILL')
  await restore.ended
  const second = run('main', settings)
  await ready(second)
  const left = await readdir(DATA_DIR)
  expect(left.filter(isOfRestore)).toEqual([])
  const upgrade = left.find((entry) => entry.startsWith('before-upgrade-')) ?? ''
  expect(upgrade).toMatch(/^before-upgrade-\d{4}-\d{8}T\d{6}Z\.tar\.gz$/)
  const elsewhere = { DATA_DIR: await temporaryFolder(), ...withInventedMigration }
  const back = run('restore', elsewhere, join(DATA_DIR, upgrade))
  expect([await back.ended, back.output()]).toEqual([0, expect.stringContaining('Restored')])
})
