import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getPreflight } from '@dashboard/contract/preflight'
import { StorageError } from '@dashboard/store/files/file-store'
import { openFiles } from '@dashboard/store/files/open-files'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { tokensUrl } from '../../test/tokens.ts'
import { checkByRunner } from './preflight.ts'

const request = { method: 'GET', url: '/api/monitoring/preflight' } as const

it('answers an administrator what works', async () => {
  const { as } = await startTestApp()
  const response = await (await as('admin')).inject(request)
  expect(response.statusCode).toBe(200)
  const { checks } = getPreflight.answer.parse(response.json())
  expect(checks.map(({ name }) => name)).toEqual(['Database', 'Storage', 'Spreadsheet', 'Locust'])
  expect(checks[0]?.message).toMatch(/^(SQLite 3|PostgreSQL \d\d)\..* answers within \d+ ms\.$/)
  expect(checks.slice(0, 2).every(({ ok }) => ok)).toBe(true)
})

it('is refused to other users', async () => {
  const { as } = await startTestApp()
  expect((await (await as('user')).inject(request)).statusCode).toBe(403)
})

it('is refused to a token that only reads', async () => {
  const { as } = await startTestApp()
  const admin = await as('admin')
  const made = await admin.inject({ method: 'POST', url: tokensUrl, payload: { name: 'Mine' } })
  const authorization = `Bearer ${made.json().secret}`
  expect((await admin.inject({ ...request, headers: { authorization } })).statusCode).toBe(403)
})

it('is one check for all who ask while it runs', async () => {
  const check = Promise.withResolvers<undefined>()
  let checks = 0
  const files = {
    ...(await openFiles({ kind: 'disk', path: '/nowhere' })),
    check() {
      checks += 1
      return check.promise
    },
  }
  const { as } = await startTestApp({ files })
  const admin = await as('admin')
  const answers = Array.from({ length: 18 }, () => admin.inject(request))
  await expect.poll(() => checks).toBe(1)
  check.resolve(undefined)
  for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200)
  expect(checks).toBe(1)
})

it('says what is wrong with the storage, and what to do', async () => {
  const files = {
    ...(await openFiles({ kind: 'disk', path: '/nowhere' })),
    async check() {
      throw new StorageError('The storage is full. Make room.', { cause: undefined })
    },
  }
  const { as } = await startTestApp({ files })
  const { checks } = (await (await as('admin')).inject(request)).json()
  expect(checks[1]).toEqual({
    name: 'Storage',
    ok: false,
    message: 'The storage is full.',
    fix: 'Make room.',
  })
})

it('passes on remarks of the storage', async () => {
  const files = {
    ...(await openFiles({ kind: 'disk', path: '/nowhere' })),
    check: async () => 'The bucket keeps old versions.',
  }
  const { as } = await startTestApp({ files })
  const { checks } = (await (await as('admin')).inject(request)).json()
  expect(checks[1]).toMatchObject({
    ok: true,
    message: 'The data folder can be written to. The bucket keeps old versions.',
  })
})

it('does not say that the program cannot run when it is only slow', async () => {
  const program = join(await temporaryFolder(), 'wait.mjs')
  await writeFile(program, 'setInterval(() => undefined, 1_000)')
  expect(await checkByRunner(program, 300)).toEqual([
    {
      name: 'Runner',
      ok: false,
      message: 'The program that does the jobs did not end its checks within 45 seconds.',
      fix: 'The machine may be busy: check again in a few minutes.',
    },
  ])
})

it('says so when the program that does the jobs cannot run', async () => {
  expect(await checkByRunner('/nowhere/main.ts')).toEqual([
    expect.objectContaining({ name: 'Runner', ok: false, fix: expect.stringContaining('npm ci') }),
  ])
})
