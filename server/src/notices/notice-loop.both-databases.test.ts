import { dayMs, hourMs, minuteMs } from '@dashboard/contract/duration'
import type { NoticeTopic } from '@dashboard/contract/notice-inputs'
import type { NoticeChannel } from '@dashboard/contract/notices'
import { recordEvent } from '@dashboard/store/automation-status'
import { toIso } from '@dashboard/store/database/column-values'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { queueSyncCalls } from '@dashboard/store/jobs/record-sync-end'
import { readSettings } from '@dashboard/store/settings/settings'
import { setClock } from '@dashboard/store/test/clock'
import { freshDatabase } from '@dashboard/store/test/database'
import { runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordingChannel } from '../../test/channel.ts'
import { noticeLoopOf } from '../../test/notice-loop.ts'
import { activeUser } from '../../test/users.ts'
import { recordBackup, recordBackupTry } from '../backup/last-backup.ts'
import { readChannelStates } from './channel-states.ts'
import { type Channel, ChannelFailure, type Message } from './channels/channel.ts'
import { saveChoices } from './choices-queries.ts'
import { markRead, pruneNotices, readNotices } from './notices-queries.ts'

async function start({
  topics = ['problems'] as NoticeTopic[],
  variables = {} as Record<string, string>,
  role = 'user' as 'admin' | 'user',
} = {}) {
  const db = await freshDatabase()
  const user = await subscriber(db, topics, role)
  const email = recordingChannel('email')
  const webhook = recordingChannel('webhook')
  const channels = new Map<NoticeChannel, Channel>([
    ['email', email.channel],
    ['webhook', webhook.channel],
  ])
  setClock(Date.now())
  const warnings: object[] = []
  const log = { info() {}, warn: (details: object) => void warnings.push(details) }
  const open = () => {
    const settings = readSettings({ NOTICE_DATA_AGE_DAYS: '0', ...variables })
    const loop = noticeLoopOf(db, { channels, settings, log })
    onTestFinished(() => loop.close())
    return loop
  }
  const loop = open()
  return {
    db,
    user,
    email,
    webhook,
    channels,
    warnings,
    open,
    /** Does one round at a later time. */
    async after(ms: number) {
      setClock(Date.now() + ms)
      await loop.now()
    },
    now: () => Date.now(),
  }
}

async function subscriber(
  db: Db,
  topics: NoticeTopic[],
  role: 'admin' | 'user' = 'user',
): Promise<UserRow> {
  const user = await activeUser(db, { role, createdAt: '2026-01-01T00:00:00.000Z' })
  await saveChoices(db, user.id, { emailAddress: `${user.id}@example.org`, topics })
  return user
}

async function fail(db: Db, type: 'export' | 'import', kind: 'guard' | 'other' = 'other') {
  const job = await runningJob(db, { type })
  await failJob(db, job.id, 'runner', { error: 'It failed', kind })
}

async function succeed(db: Db, type: 'export' | 'import') {
  const job = await runningJob(db, { type })
  await completeJob(db, job.id, 'runner', {})
}

const titles = (messages: readonly Message[]) =>
  messages.map(({ purpose, items }) => [purpose, ...items.map(({ title }) => title)])

describe('messages', () => {
  test('of events within two minutes are one, to each user who has chosen them', async () => {
    const { db, user, email, webhook, after } = await start()
    await subscriber(db, ['reports'])
    await fail(db, 'export')
    await after(0)
    await fail(db, 'import', 'guard')
    await after(minuteMs)
    expect(email.sent).toEqual([])
    await after(minuteMs)
    const expected = [['notices', 'The export failed', 'The import was stopped']]
    expect(titles(email.sent)).toEqual(expected)
    expect(titles(webhook.sent)).toEqual(expected)
    expect(email.sent[0]?.recipient).toBe(`${user.id}@example.org`)
    await after(hourMs)
    expect([email.sent.length, webhook.sent.length]).toEqual([1, 1])
  })

  test('come once a day while a problem lasts, and once when it is solved', async () => {
    const { db, email, after } = await start()
    await fail(db, 'import')
    await after(0)
    await after(2 * minuteMs)
    // It fails again every hour; these failures appear in the bell only.
    for (let hour = 0; hour < 49; hour++) {
      if (hour % 6 === 0) await fail(db, 'import')
      await after(hourMs)
    }
    await succeed(db, 'import')
    await after(0)
    await after(2 * minuteMs)
    await after(2 * dayMs)
    await after(2 * minuteMs)
    expect(titles(email.sent)).toEqual([
      ['notices', 'The import failed'],
      ['reminder', 'The import failed'],
      ['reminder', 'The import failed'],
      ['notices', 'The import works again'],
    ])
  })

  test('leave out what was read in the bell meanwhile, and who has been deactivated', async () => {
    const { db, user, email, webhook, after } = await start()
    const other = await subscriber(db, ['problems'])
    await fail(db, 'export')
    await after(0)
    const { rows } = await readNotices(within(db, everyCircuit), user, { limit: 1 })
    await markRead(db, { user, scope: everyCircuit }, [rows[0]?.id ?? ''])
    await db.updateTable('users').set({ isActive: 0 }).where('id', '=', other.id).execute()
    await after(2 * minuteMs)
    expect(email.sent).toEqual([])
    expect(webhook.sent).toHaveLength(1)
  })

  test('about reports go to the user who requested them, and not to the webhook', async () => {
    const { db, user, email, webhook, after } = await start({ topics: ['reports'] })
    await subscriber(db, ['reports'])
    const job = await runningJob(db, {
      type: 'circuit-report',
      targets: ['NY-1'],
      createdBy: { id: user.id, fullName: 'Uma User' },
    })
    await db.updateTable('jobs').set({ reportsMade: 1 }).where('id', '=', job.id).execute()
    await completeJob(db, job.id, 'runner', {})
    await after(0)
    await after(2 * minuteMs)
    expect(email.sent.map(({ recipient }) => recipient)).toEqual([`${user.id}@example.org`])
    expect(webhook.sent).toEqual([])
  })

  test('that a channel refuses for now are sent later, also by another server', async () => {
    const { db, email, webhook, after, open, channels, now, warnings } = await start()
    await fail(db, 'export')
    await after(0)
    email.failOnce('The mail server refused the message (451).')
    await after(2 * minuteMs)
    expect(webhook.sent).toHaveLength(1)
    const [state] = await readChannelStates(db, channels)
    expect(state).toMatchObject({
      channel: 'email',
      isConfigured: true,
      waiting: 1,
      lastSentAt: null,
      failure: { message: 'The mail server refused the message (451).', at: toIso(now()) },
    })
    expect(JSON.stringify(warnings)).not.toContain('@')
    await after(0)
    expect(email.sent).toEqual([])
    // The first server is gone, and so is its lease.
    await db.deleteFrom('leader_leases').execute()
    const second = open()
    await after(0)
    await db.deleteFrom('leader_leases').execute()
    await after(2 * minuteMs)
    await second.now()
    expect(email.sent).toHaveLength(1)
    const [sent] = await readChannelStates(db, channels)
    expect(sent).toMatchObject({ waiting: 0, lastSentAt: toIso(now()), failure: null })
  })

  test('that were being sent when the server stopped have not failed', async () => {
    const { db, email, after, open, channels, now, warnings } = await start()
    await fail(db, 'export')
    await after(0)
    const sending = Promise.withResolvers<void>()
    channels.set('email', {
      ...email.channel,
      send: (_message, signal) =>
        new Promise((_resolve, reject) => {
          const failure = new ChannelFailure('The mail server did not answer in time.')
          signal.addEventListener('abort', () => reject(failure))
          sending.resolve()
        }),
    })
    await db.deleteFrom('leader_leases').execute()
    setClock(now() + 2 * minuteMs)
    const stopping = open()
    const round = stopping.now()
    await sending.promise
    await stopping.close()
    await round
    const [state] = await readChannelStates(db, channels)
    expect(state).toMatchObject({ waiting: 1, failure: null })
    expect(warnings).toEqual([])
    channels.set('email', email.channel)
    await after(2 * minuteMs)
    expect(email.sent).toHaveLength(1)
  })

  test('are given up after three days, and at once where the recipient is refused', async () => {
    const { db, email, channels, after } = await start()
    await fail(db, 'export')
    await after(0)
    for (let tries = 0; tries < 30; tries++) email.failOnce('The mail server is down.')
    await after(2 * minuteMs)
    for (let hours = 0; hours < 79; hours += 6) await after(6 * hourMs)
    const ended = await db
      .selectFrom('outbox')
      .select(['result', 'failure'])
      .where('channel', '=', 'email')
      .where('purpose', '=', 'notices')
      .execute()
    expect(ended).toEqual([{ result: 'given-up', failure: 'The mail server is down.' }])

    const { db: fresh, email: mail, after: later } = await start()
    await fail(fresh, 'export')
    await later(0)
    mail.failOnce('The mail server does not accept the recipient (550).', { isFinal: true })
    await later(2 * minuteMs)
    const [state] = await readChannelStates(fresh, channels)
    expect(state).toMatchObject({ waiting: 0, failure: { nextTryAt: null } })
  })

  test('are sent by one server at a time, each once', async () => {
    const { db, email, webhook, after, open } = await start()
    const others = [open(), open()]
    await fail(db, 'export')
    await after(0)
    await Promise.all([after(2 * minuteMs), ...others.map((loop) => loop.now())])
    expect([email.sent.length, webhook.sent.length]).toEqual([1, 1])
  })
})

test('old data is reported once for each last import, and as up to date after the next one', async () => {
  const { db, email, after, now } = await start({ variables: { NOTICE_DATA_AGE_DAYS: '7' } })
  await after(0)
  const at = toIso(now())
  await recordEvent(db, 'import', { source: null, metadata: {} }, at)
  await after(7 * dayMs - 1)
  expect(await db.selectFrom('notices').select('id').execute()).toEqual([])
  await after(1)
  await after(2 * minuteMs)
  await succeed(db, 'import')
  await after(0)
  await after(2 * minuteMs)
  expect(titles(email.sent)).toEqual([
    ['notices', 'The data is more than 7 days old'],
    ['notices', 'The data is up to date again'],
  ])
})

test('a notice of old data says its present age for as long as the data is old', async () => {
  const { db, email, after, now } = await start({ variables: { NOTICE_DATA_AGE_DAYS: '7' } })
  await recordEvent(db, 'import', { source: null, metadata: {} }, toIso(now()))
  await after(7 * dayMs)
  const before = await readVersion(db, 'notices')
  await after(hourMs)
  expect(await readVersion(db, 'notices')).toBe(before)
  await after(dayMs)
  expect(await readVersion(db, 'notices')).not.toBe(before)
  await after(2 * minuteMs)
  expect(titles(email.sent).at(-1)).toEqual(['reminder', 'The data is more than 8 days old'])
  await succeed(db, 'import')
  await after(9 * dayMs)
  const found = await db.selectFrom('notices').select('title').orderBy('sequence').execute()
  expect(found.map(({ title }) => title)).toEqual([
    'The data is more than 8 days old',
    'The data is up to date again',
  ])
})

test('a heartbeat is called in the next round, and dropped where none is set up', async () => {
  const { db, after, channels } = await start()
  const heartbeat = recordingChannel('heartbeat')
  await queueSyncCalls(db)
  await after(minuteMs)
  channels.set('heartbeat', heartbeat.channel)
  await after(minuteMs)
  expect(heartbeat.sent).toEqual([])
  await queueSyncCalls(db)
  heartbeat.failOnce('The heartbeat service answered with 500.')
  await after(minuteMs)
  await after(2 * minuteMs)
  await after(2 * minuteMs)
  expect(heartbeat.sent).toHaveLength(1)
})

test('old notices are removed, but not those of problems that persist', async () => {
  const { db, after } = await start()
  await fail(db, 'export')
  await fail(db, 'import')
  await succeed(db, 'import')
  await after(0)
  expect(await pruneNotices(db, '9999')).toBe(2)
  const left = await db.selectFrom('notices').select('title').execute()
  expect(left).toEqual([{ title: 'The export failed' }])
})

describe('a backup that is too old', () => {
  test('is reported to administrators once, with reminders until there is a newer one', async () => {
    const { db, email, webhook, after, now } = await start({
      role: 'admin',
      variables: { BACKUP_DIR: 'backups' },
    })
    const other = await subscriber(db, ['problems'])
    await recordBackup(db, { at: toIso(now()), size: 1 })
    await after(2 * dayMs)
    await after(2 * minuteMs)
    expect(email.sent).toEqual([])
    await after(dayMs)
    await after(2 * minuteMs)
    await after(2 * minuteMs)
    expect(titles(email.sent)).toEqual([['notices', 'There has been no backup for 3 days']])
    expect(titles(webhook.sent)).toHaveLength(1)
    const seen = await readNotices(within(db, everyCircuit), other, { limit: 9 })
    expect(seen.rows).toEqual([])
    await after(dayMs)
    await after(2 * minuteMs)
    expect(titles(email.sent)).toHaveLength(2)
    await recordBackup(db, { at: toIso(now()), size: 1 })
    await after(0)
    await after(2 * minuteMs)
    expect(titles(email.sent).at(-1)).toEqual(['notices', 'Backups work again'])
    expect(email.sent.map(({ recipient }) => recipient)).not.toContain(`${other.id}@example.org`)
  })

  test('is reported once without reminders where none is scheduled, also one that had failed', async () => {
    const { db, email, after, now } = await start({ role: 'admin' })
    await recordBackup(db, { at: toIso(now()), size: 1 })
    await recordBackupTry(db, { dueAt: toIso(now()), at: toIso(now()), failure: 'No space.' })
    for (let day = 0; day < 9; day++) {
      await after(dayMs)
      await after(2 * minuteMs)
    }
    expect(titles(email.sent)).toEqual([
      ['notices', 'The backup failed'],
      ['notices', 'There has been no backup for 3 days'],
    ])
    expect(await db.selectFrom('notice_conditions').selectAll().execute()).toEqual([])
  })
})
