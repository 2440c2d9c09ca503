import { describe, expect, it, test } from 'vitest'
import { readSettings } from './settings.ts'

const PUBLIC_URL = 'https://dashboard.example.org/'
const email = { PUBLIC_URL, SMTP_FROM: 'dashboard@example.org' }
const read = (environment: Record<string, string>) => readSettings(environment).notices

test('nothing is sent by default, and data counts as old after 7 days', () => {
  expect(read({})).toMatchObject({
    email: undefined,
    webhook: undefined,
    heartbeatUrl: undefined,
    dataAgeDays: 7,
  })
})

describe('SMTP_URL', () => {
  it.each([
    ['smtps://mail.example.org', { port: 465, isSecure: true }],
    ['smtp://mail.example.org:465', { port: 465, isSecure: true }],
    ['smtp://mail.example.org', { port: 587, isSecure: false }],
    ['smtp://mail.example.org:25', { port: 25, isSecure: false }],
    ['smtps://mail.example.org:2465', { port: 2465, isSecure: true }],
  ])('%s is %j', (SMTP_URL, expected) => {
    expect(read({ ...email, SMTP_URL }).email).toEqual({
      host: 'mail.example.org',
      credentials: undefined,
      from: { name: undefined, address: 'dashboard@example.org' },
      ...expected,
    })
  })

  it('accepts credentials with any character', () => {
    const SMTP_URL = 'smtp://ann%40example.org:a%25b%2Fc@[::1]:587'
    expect(read({ ...email, SMTP_URL }).email).toMatchObject({
      host: '::1',
      credentials: { user: 'ann@example.org', pass: 'a%b/c' },
    })
  })
})

it.each([
  [
    { SMTP_URL: 'smtps://mail.example.org', SMTP_FROM: 'a@example.org' },
    /^PUBLIC_URL is not set, but SMTP_URL is/,
  ],
  [{ SMTP_URL: 'smtps://mail.example.org', PUBLIC_URL }, /^SMTP_FROM is not set/],
  [
    { ...email, SMTP_URL: 'https://user:hidden@mail.example.org' },
    /^SMTP_URL holds a value \(not shown\), but/,
  ],
  [
    { ...email, SMTP_URL: 'smtp://user:hidden%@mail.example.org' },
    /^SMTP_URL holds a value \(not shown\) with a stray %/,
  ],
  [
    { NOTICE_WEBHOOK_URL: 'https://hooks.example.org/hidden', PUBLIC_URL },
    /^NOTICE_WEBHOOK_SECRET is not set/,
  ],
  [
    { NOTICE_WEBHOOK_URL: 'ftp://hooks.example.org/hidden' },
    /^NOTICE_WEBHOOK_URL holds a value \(not shown\)/,
  ],
  [{ HEARTBEAT_URL: 'hidden' }, /^HEARTBEAT_URL holds a value \(not shown\)/],
  [
    { NOTICE_WEBHOOK_SECRET: 'hidden' },
    /^NOTICE_WEBHOOK_SECRET holds a value \(not shown\), but at least 16/,
  ],
  [{ NOTICE_DATA_AGE_DAYS: '-1' }, /^NOTICE_DATA_AGE_DAYS is "-1", but a number of days/],
])('%j is refused without showing a secret', (environment, message) => {
  expect(() => read(environment)).toThrow(message)
  try {
    read(environment)
  } catch (error) {
    expect(String(error)).not.toContain('hidden')
  }
})

describe('SMTP_FROM', () => {
  const SMTP_URL = 'smtps://mail.example.org'

  it.each([
    ['dashboard@example.org', undefined, 'dashboard@example.org'],
    ['<dashboard@example.org>', undefined, 'dashboard@example.org'],
    ['Dashboard <a@example.org>', 'Dashboard', 'a@example.org'],
    ['"Desk, Carts" <a@example.org>', 'Desk, Carts', 'a@example.org'],
  ])('%s is a sender', (SMTP_FROM, name, address) => {
    expect(read({ ...email, SMTP_URL, SMTP_FROM }).email?.from).toEqual({ name, address })
  })

  it.each(['Dashboard', 'Dashboard <a>', 'Dash\nboard <a@example.org>', 'a@b.org, c@d.org'])(
    '%j is not one',
    (SMTP_FROM) => {
      expect(() => read({ ...email, SMTP_URL, SMTP_FROM })).toThrow('an e-mail address, or a name')
    },
  )
})

it('a webhook of a chat service needs no secret', () => {
  const NOTICE_WEBHOOK_URL = 'https://hooks.example.org/a'
  expect(read({ PUBLIC_URL, NOTICE_WEBHOOK_URL, NOTICE_WEBHOOK_FORMAT: 'teams' })).toMatchObject({
    publicUrl: 'https://dashboard.example.org',
    webhook: { url: NOTICE_WEBHOOK_URL, format: 'teams', secret: undefined },
  })
})
