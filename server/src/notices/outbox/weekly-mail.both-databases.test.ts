import { dayMs, hourMs, minuteMs } from '@dashboard/contract/duration'
import type { NoticeTopic } from '@dashboard/contract/notice-inputs'
import type { NoticeChannel } from '@dashboard/contract/notices'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { readStoredValue } from '@dashboard/store/database/stored-values'
import { setClock } from '@dashboard/store/test/clock'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordingChannel } from '../../../test/channel.ts'
import { noticeLoopOf, weekReaderOf } from '../../../test/notice-loop.ts'
import { insertPeople } from '../../../test/people.ts'
import { activeUser } from '../../../test/users.ts'
import type { Channel, Message } from '../channels/channel.ts'
import { saveChoices } from '../choices-queries.ts'
import { sendDue } from './send-due.ts'
import { queueWeek } from './weekly-mail.ts'

/** A Monday, 7:00 in New York. */
const monday = Date.parse('2026-11-30T12:00:00.000Z')
const log = { info() {}, warn() {} }

/** Starts at an instant with somebody in NY-1 who has no phone number, so that there is something to say. */
async function start({ at = monday, open = ['email'] as NoticeChannel[], isEmpty = false } = {}) {
  const db = await freshDatabase()
  if (!isEmpty) await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
  const email = recordingChannel('email')
  const webhook = recordingChannel('webhook')
  const all: [NoticeChannel, Channel][] = [
    ['email', email.channel],
    ['webhook', webhook.channel],
  ]
  const channels = new Map(all.filter(([name]) => open.includes(name)))
  setClock(at)
  const server = () => {
    const loop = noticeLoopOf(db, { channels })
    onTestFinished(() => loop.close())
    return loop
  }
  const loop = server()
  return {
    db,
    email,
    webhook,
    channels,
    server,
    /** Does one round, this much later. */
    async after(ms: number) {
      setClock(Date.now() + ms)
      await loop.now()
    },
  }
}

async function subscriber(
  db: Db,
  changes: Partial<UserRow> = {},
  topics: NoticeTopic[] = ['week'],
) {
  const user = await activeUser(db, { createdAt: '2026-01-01T00:00:00.000Z', ...changes })
  await saveChoices(db, user.id, { emailAddress: `${user.id}@example.org`, topics })
  return user
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id).sort()

describe('the weekly mail', () => {
  test('comes on Mondays at 7 to those who have chosen it, under one id for each user and week', async () => {
    const { db, email, webhook, after } = await start({
      at: monday - minuteMs,
      open: ['email', 'webhook'],
    })
    const ann = await subscriber(db)
    await subscriber(db, {}, ['problems', 'rows-skipped', 'reports'])
    await after(0)
    expect(email.sent).toEqual([])
    await after(minuteMs)
    await after(hourMs)
    await after(6 * dayMs)
    expect(idsOf(email.sent)).toEqual([`week-2026-11-30-${ann.id}`])
    expect(email.sent[0]).toMatchObject({
      purpose: 'week',
      recipient: `${ann.id}@example.org`,
      items: [{ title: '1 volunteer to correct' }],
    })
    await after(dayMs)
    expect(idsOf(email.sent)).toEqual([`week-2026-11-30-${ann.id}`, `week-2026-12-07-${ann.id}`])
    expect(webhook.sent).toEqual([])
  })

  test.each([
    ['winter', '2026-11-02T12:00:00.000Z', '2026-10-26T11:00:00.000Z'],
    ['summer', '2026-03-09T11:00:00.000Z', '2026-03-02T12:00:00.000Z'],
  ])('comes at 7 by the clock after %s time has begun', async (_time, at, weekAgo) => {
    const { db, email, after } = await start({ at: Date.parse(at) - 1 })
    await subscriber(db)
    await after(0)
    expect(email.sent).toEqual([])
    await after(1)
    await after(hourMs)
    expect(email.sent.map(({ items }) => items[0]?.createdAt)).toEqual([at])
    expect(await readStoredValue(db, 'weekly-mail')).toMatchObject({ dueAt: at, weekAgo })
  })

  test('is sent 23 hours late where no server ran, and left out 25 hours late', async () => {
    const late = await start({ at: monday + 23 * hourMs })
    const ann = await subscriber(late.db)
    await late.after(0)
    expect(idsOf(late.email.sent)).toEqual([`week-2026-11-30-${ann.id}`])

    const tooLate = await start({ at: monday + 25 * hourMs })
    await subscriber(tooLate.db)
    await tooLate.after(0)
    expect(tooLate.email.sent).toEqual([])
  })

  test('that could not be sent within a day is left out, also where no server ran meanwhile', async () => {
    const { db, email, after } = await start()
    await subscriber(db)
    email.failOnce('The mail server is down.')
    await after(0)
    await after(25 * hourMs)
    expect(email.sent).toEqual([])
    const rows = await db.selectFrom('outbox').select(['result', 'purpose']).execute()
    expect(rows).toEqual([{ result: 'dropped', purpose: 'week' }])
  })

  test('is one for each user, even if three servers all believe they lead', async () => {
    const { db, email, channels } = await start()
    const users = [await subscriber(db), await subscriber(db), await subscriber(db)]
    const servers = [weekReaderOf(db), weekReaderOf(db), weekReaderOf(db)]
    const open = new Set(channels.keys())
    const { signal } = new AbortController()
    await Promise.all(servers.map((week) => queueWeek({ db, week }, open)))
    await Promise.all(servers.map((week) => sendDue({ db, channels, week, log, signal })))
    expect(idsOf(email.sent)).toEqual(users.map(({ id }) => `week-2026-11-30-${id}`).sort())
  })

  test('that a server was sending when it crashed is sent by the next one under the same id', async () => {
    const { db, email, channels, server, after } = await start()
    const ann = await subscriber(db)
    const bo = await subscriber(db)
    channels.set('email', {
      ...email.channel,
      async send(message, signal) {
        await email.channel.send(message, signal)
        // The mail has gone out, and the server ends before it records that.
        throw new DOMException('ended', 'AbortError')
      },
    })
    await after(0)
    channels.set('email', email.channel)
    await db.deleteFrom('leader_leases').execute()
    const next = server()
    for (let minutes = 0; minutes < 5; minutes++) {
      setClock(Date.now() + minuteMs)
      await next.now()
    }
    const ids = [ann, bo].map(({ id }) => `week-2026-11-30-${id}`)
    expect(new Set(idsOf(email.sent))).toEqual(new Set(ids))
    expect(email.sent).toHaveLength(3)
  })

  test('goes by role, circuits, address and choice at the moment of sending', async () => {
    const { db, email, after } = await start()
    await insertPeople(db, [{ name: ['Bo', 'Ray'], circuit: 'NY-2' }])
    const [gone, off, moved, limited, none] = [
      await subscriber(db),
      await subscriber(db),
      await subscriber(db),
      await subscriber(db),
      await subscriber(db),
    ]
    const all = await subscriber(db)
    email.failOnce('The mail server is down.')
    await after(0)
    await db.updateTable('users').set({ isActive: 0 }).where('id', '=', gone.id).execute()
    await saveChoices(db, off.id, { emailAddress: 'off@example.org', topics: ['problems'] })
    await saveChoices(db, moved.id, { emailAddress: 'new@example.org', topics: ['week'] })
    const to = (circuits: string[]) => ({ circuits: JSON.stringify(circuits) })
    await db
      .updateTable('users')
      .set(to(['NY-2']))
      .where('id', '=', limited.id)
      .execute()
    await db
      .updateTable('users')
      .set(to(['NY-3']))
      .where('id', '=', none.id)
      .execute()
    for (let minutes = 0; minutes < 5; minutes++) await after(minuteMs)
    const sent = email.sent.map(({ recipient, items }) => [recipient, items[0]?.title])
    expect(sent.sort()).toEqual(
      [
        ['new@example.org', '2 volunteers to correct'],
        [`${limited.id}@example.org`, '1 volunteer to correct'],
        [`${all.id}@example.org`, '2 volunteers to correct'],
      ].sort(),
    )
  })

  test('is not sent where there is nothing to say, on an empty installation, or without an address', async () => {
    const { db, email, after } = await start({ isEmpty: true })
    await subscriber(db)
    await after(0)
    await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
    const { id } = await activeUser(db)
    await saveChoices(db, id, { emailAddress: null, topics: [] })
    await after(hourMs)
    expect(email.sent).toEqual([])
  })

  test('is not queued where the server sends no e-mail', async () => {
    const { db, after } = await start({ open: ['webhook'] })
    await subscriber(db)
    await after(0)
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('stored_values').select('name').execute()).toEqual([])
  })
})
