import { createServer } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { NoticeChannel } from '@dashboard/contract/notices'
import { closeServer, listenOnLoopback } from '@dashboard/doubles/loopback-server'
import { smtpCredentials, startSmtpDouble } from '@dashboard/doubles/smtp/smtp-double'
import type { Db } from '@dashboard/store/database/open-database'
import { insertNotice } from '@dashboard/store/notices/insert-notice'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { activeUser } from '../../test/users.ts'
import { readBellUser } from './notices-queries.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['as']>>

async function tell(db: Db, cause: string, more: { audienceId?: string; at?: string } = {}) {
  const facts = { kind: 'rows-skipped', skipped: Number(cause), rows: 40, importId: null } as const
  await db.transaction().execute((tx) => insertNotice(tx, { facts, cause, ...more }))
}

const list = async ({ inject }: Caller, query = '') =>
  (await inject({ method: 'GET', url: `/api/notices${query}` })).json()
const mark = ({ inject }: Caller, payload: object) =>
  inject({ method: 'POST', url: '/api/notices/read', payload })

describe('the notices', () => {
  it('are listed newest first, page by page, each person with marks of their own', async () => {
    const { db, as } = await startTestApp()
    const ann = await as('user')
    const ben = await as('admin')
    for (const cause of ['2', '3', '4']) await tell(db, cause)
    const first = await list(ann, '?limit=2')
    expect(first.notices.map(({ title }: { title: string }) => title)).toEqual([
      '4 rows were skipped',
      '3 rows were skipped',
    ])
    expect(first).toMatchObject({ unread: 3, total: 3 })
    const last = await list(ann, `?limit=2&cursor=${first.nextCursor}`)
    expect(last.notices).toMatchObject([{ title: '2 rows were skipped', readAt: null }])
    expect(last.nextCursor).toBeNull()

    const ids = [first.notices[0].id, 'no such notice']
    expect((await mark(ann, { ids })).json()).toMatchObject({ unread: 2 })
    const { notices, unread } = await list(ann)
    expect(unread).toBe(2)
    expect(notices[0].readAt).toMatch(/^20/)
    expect((await list(ben)).unread).toBe(3)
    expect((await mark(ben, { all: true })).json()).toEqual({
      message: 'Marked 3 notices as read.',
      unread: 0,
    })
    expect((await mark(ben, { all: true })).json().message).toBe('Marked 0 notices as read.')
    expect((await list(ann)).unread).toBe(2)
  })

  it('leave out what is for somebody else, and what came before the account', async () => {
    const { db, as } = await startTestApp()
    await tell(db, '2', { at: '2020-01-01T00:00:00.000Z' })
    const ann = await as('user')
    const ben = await as('user')
    await tell(db, '3', { audienceId: ann.user.id })
    const { notices } = await list(ann)
    expect(notices).toHaveLength(1)
    const hidden = await list(ben)
    expect(hidden).toMatchObject({ notices: [], unread: 0, total: 0 })
    await mark(ben, { ids: [notices[0].id] })
    expect((await list(ann)).unread).toBe(1)
  })

  it('answer 304 until something has changed for anybody', async () => {
    const { db, as } = await startTestApp()
    const ann = await as('user')
    const ben = await as('user')
    await tell(db, '2')
    const ask = ({ inject }: Caller, tag = '') =>
      inject({ method: 'GET', url: '/api/notices', headers: { 'if-none-match': tag } })
    const tag = String((await ask(ann)).headers.etag)
    expect((await ask(ann, tag)).statusCode).toBe(304)
    expect((await ask(ben, tag)).statusCode).toBe(200)
    await mark(ann, { all: true })
    expect((await ask(ann, tag)).json().unread).toBe(0)
    const read = String((await ask(ann)).headers.etag)
    await tell(db, '3')
    expect((await ask(ann, read)).json().unread).toBe(1)
  })

  it('are refused with 401 to a person who was deleted while the call was read', async () => {
    const { db } = await startTestApp()
    await expect(readBellUser(db, 'gone')).rejects.toMatchObject({ status: 401 })
  })

  it('note that a page of the person is visible', async () => {
    const { db, as } = await startTestApp()
    const ann = await as('user')
    await list(ann)
    const watchers = () => db.selectFrom('notice_watchers').select('userId').execute()
    await expect.poll(watchers).toEqual([{ userId: ann.user.id }])
  })

  it.each([[{}], [{ ids: [] }], [{ all: false }], [{ ids: ['a'], all: true }]])(
    'refuse %j as a choice of what was read',
    async (payload) => {
      const { as } = await startTestApp()
      const answer = await mark(await as('user'), payload)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toBe('Name 1 to 1000 ids, or all: true')
    },
  )
})

describe('the choices', () => {
  const url = '/api/notices/choices'

  it('are stored for each person, and an empty address removes it', async () => {
    const { as } = await startTestApp()
    const ann = await as('user')
    const ben = await as('user')
    const put = (payload: object) => ann.inject({ method: 'PUT', url, payload })
    const get = async ({ inject }: Caller) => (await inject({ method: 'GET', url })).json()
    const nothing = { emailAddress: null, topics: [], isEmailAvailable: false }
    expect(await get(ann)).toEqual(nothing)
    const chosen = { emailAddress: ' ann@example.org ', topics: ['problems', 'problems'] }
    const saved = { emailAddress: 'ann@example.org', topics: ['problems'], isEmailAvailable: false }
    expect((await put(chosen)).json()).toEqual({ ...saved, message: 'Your choices were saved.' })
    expect(await get(ann)).toEqual(saved)
    expect(await get(ben)).toEqual(nothing)
    await put({ emailAddress: '', topics: [] })
    expect(await get(ann)).toEqual(nothing)
  })

  it.each([
    [{ emailAddress: 'ann', topics: [] }, 'Enter an e-mail address like name@example.org'],
    [{ emailAddress: '', topics: ['problems'] }, 'Enter an e-mail address to be sent notices'],
    [
      { emailAddress: `${'a'.repeat(250)}@example.org`, topics: [] },
      'Enter an e-mail address like name@example.org',
    ],
  ])('refuse %j', async (payload, message) => {
    const { as } = await startTestApp()
    const answer = await (await as('user')).inject({ method: 'PUT', url, payload })
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
  })

  it('are gone with the account', async () => {
    const { db, as } = await startTestApp()
    const admin = await as('admin')
    const user = await activeUser(db)
    const payload = { emailAddress: 'ann@example.org', topics: ['reports'] }
    await (await as(user)).inject({ method: 'PUT', url, payload })
    await admin.inject({ method: 'DELETE', url: `/api/users/${user.id}` })
    expect(await db.selectFrom('notice_choices').selectAll().execute()).toEqual([])
  })
})

describe('a test message', () => {
  const test = ({ inject }: Caller, channel: string) =>
    inject({ method: 'POST', url: `/api/monitoring/channels/${channel}/test` })

  async function startWithEmail() {
    const double = await startSmtpDouble({ encryption: 'starttls' })
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, double.certificate])
    onTestFinished(async () => {
      setDefaultCACertificates(trusted)
      await double.close()
    })
    const { user, password: pass } = smtpCredentials
    const email = {
      host: '127.0.0.1',
      port: double.port,
      isSecure: false,
      from: { name: undefined, address: 'dashboard@example.org' },
      credentials: { user, pass },
    }
    const publicUrl = 'https://dashboard.example.org'
    return {
      double,
      ...(await startTestApp({ settings: { notices: { email, publicUrl } } })),
    }
  }

  it('is sent to one’s own address, and a failure is reported', async () => {
    const { double, as } = await startWithEmail()
    const admin = await as('admin')
    const early = await test(admin, 'email')
    expect([early.statusCode, early.json().message]).toEqual([
      409,
      'Enter your e-mail address under Profile first: the test is sent there.',
    ])
    const payload = { emailAddress: 'ada@example.org', topics: [] }
    await admin.inject({ method: 'PUT', url: '/api/notices/choices', payload })
    double.faults.push({ step: 'data', code: 451 })
    const failed = await test(admin, 'email')
    expect([failed.statusCode, failed.json().message]).toEqual([
      502,
      'The mail server refused the message (451).',
    ])
    expect((await test(admin, 'email')).json().message).toBe('Sent to ada@example.org.')
    expect(double.mails.map(({ to }) => to)).toEqual([['ada@example.org']])
    const checks = await admin.inject({ method: 'GET', url: '/api/monitoring/preflight' })
    expect(checks.json().checks).toContainEqual({
      name: 'E-mail',
      ok: true,
      message: `127.0.0.1:${double.port} can be reached.`,
      fix: null,
    })
  })

  it('is not for users, and not for a channel that is not set up', async () => {
    const { as } = await startTestApp()
    const admin = await as('admin')
    const user = await as('user')
    expect((await test(user, 'webhook')).statusCode).toBe(403)
    expect((await test(admin, 'webhook')).statusCode).toBe(409)
    expect((await test(admin, 'pigeon')).statusCode).toBe(404)
    const url = '/api/monitoring/channels'
    const { channels } = (await admin.inject({ method: 'GET', url })).json()
    expect(channels).toEqual(
      NoticeChannel.options.map((channel) => ({
        channel,
        isConfigured: false,
        host: null,
        waiting: 0,
        lastSentAt: null,
        failure: null,
      })),
    )
  })

  it('to a webhook says where it went without the whole address', async () => {
    const closed = createServer()
    const { host } = new URL(await listenOnLoopback(closed))
    await closeServer(closed)
    const webhook = { url: `http://${host}/a-secret`, format: 'slack', secret: undefined } as const
    const { as } = await startTestApp({ settings: { notices: { webhook } } })
    const admin = await as('admin')
    const failed = await test(admin, 'webhook')
    expect(failed.statusCode).toBe(502)
    expect(failed.json().message).toBe('It cannot be reached: nothing answers at this address.')
    const listed = await admin.inject({ method: 'GET', url: '/api/monitoring/channels' })
    expect(listed.json().channels[1]).toMatchObject({ isConfigured: true, host })
    expect(listed.body).not.toContain('a-secret')
  })
})
