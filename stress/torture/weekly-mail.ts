import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hourMs } from '@dashboard/contract/duration'
import { type ReceivedMail, startSmtpDouble } from '@dashboard/doubles/smtp/smtp-double'
import { type Dashboard, startDashboard } from '../../e2e/dashboard.ts'
import {
  createRandom,
  problemsOf,
  type Random,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { type StoredDatabase, withDatabase } from './kills/stored-content.ts'

/**
 * Kills the server at random moments while it sends the weekly mails of 500 users, on both databases. Everybody gets
 * one, and nobody two with different Message-IDs (docs/torture.md).
 */

const users = 500
const defaultKills = 50
/** A Monday, 7:00 in New York. */
const monday = Date.parse('2026-11-30T12:00:00.000Z')
/** Weekly mails are sent for a day; the kills are within this time of it, and each start finds the clock further on. */
const spreadMs = 16 * hourMs
/** By then, every mail that was under way at a kill is due again. */
const lastStartMs = monday + 22 * hourMs
/** The first kills are meant for the moment at which mails are queued, a round after the start. */
const killsWhileQueuing = 5
const queuedWithinMs = 1_500
const endsWithinMs = 600_000
const clock = pathToFileURL(fileURLToPath(new URL('weekly-mail/moved-clock.ts', import.meta.url)))

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count: kills = defaultKills, print } = options
  const random = createRandom(seed)
  const checks = startChecks(print)
  const figures: Record<string, number> = {}
  const sendOn = async (database: StoredDatabase, dataDir: string) => {
    const { kind } = database
    const problems = await problemsOf(async () => {
      const { mails, underWay } = await sendThrough({ database, dataDir, random, kills })
      figures[`${kind} kills while mails were under way`] = underWay
      figures[`${kind} mails, also those sent again under one Message-ID`] = mails.length
      return wrongMails(mails)
    })
    checks.add(`${kills} kills on ${kind}, ${users} users`, problems)
  }
  for (const kind of ['sqlite', 'postgres'] as const) await withDatabase(kind, print, sendOn)
  return checks.result(figures)
}

interface Attempt {
  database: StoredDatabase
  dataDir: string
  random: Random
  kills: number
}

/** Kills the server again and again, and lets it end its work; returns every mail that arrived. */
async function sendThrough({ database, dataDir, random, kills }: Attempt) {
  const smtp = await startSmtpDouble({ encryption: 'starttls' })
  const certificate = join(dataDir, 'smtp.pem')
  await writeFile(certificate, smtp.certificate)
  let server: Dashboard | undefined
  const start = async (shownMs: number) => {
    const environment = {
      ...database.environment,
      PUBLIC_URL: 'https://dashboard.example.org',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SMTP_FROM: 'dashboard@example.org',
      NODE_EXTRA_CA_CERTS: certificate,
      LOG_LEVEL: 'silent',
      CLOCK_SHOWS: String(shownMs),
    }
    server = await startDashboard(environment, dataDir, [process.execPath, '--import', clock.href])
    return server
  }
  const kill = async (started: Dashboard) => {
    await started.kill()
    // Its lease ends by the clock of the database, which is not moved.
    await database.query('delete from leader_leases')
  }
  const until = async (isSo: () => unknown, everyMs: number) => {
    const deadline = performance.now() + endsWithinMs
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new Error('The mails were not sent in time')
      await sleep(everyMs)
    }
  }
  let underWay = 0
  try {
    await (await start(monday - hourMs)).stop()
    await addUsers(database)
    for (let each = 0; each < kills; each += 1) {
      const started = await start(monday + (each * spreadMs) / kills)
      if (each < killsWhileQueuing) {
        await sleep(random.between(0, queuedWithinMs))
      } else {
        // So that after the last kill about half of the mails are still to be sent.
        const wanted = smtp.mails.length + random.between(1, users / kills)
        await until(() => smtp.mails.length >= wanted, 1)
        await sleep(random.between(0, 10))
      }
      await kill(started)
      if ((await countWaiting(database)) > 0) underWay += 1
    }
    await start(lastStartMs)
    await until(async () => (await countWaiting(database)) === 0, 100)
    return { mails: smtp.mails, underWay }
  } finally {
    await server?.stop()
    await smtp.close()
  }
}

async function countWaiting({ query }: StoredDatabase): Promise<number> {
  const [row] = await query<{ waiting: number | string }>(
    `select count(*) as waiting from outbox where "endedAt" is null`,
  )
  return Number(row?.waiting)
}

/** Adds users who have chosen the weekly mail, and a volunteer without a phone number, so that there is news. */
async function addUsers({ query }: StoredDatabase): Promise<void> {
  const at = new Date(monday - 1).toISOString()
  const numbers = Array.from({ length: users }, (_, index) => index + 1)
  const names = numbers.map(
    (number) =>
      `('id-${number}', 'user${number}', 'user${number}', 'Uma', 'User', 'none', '${at}', '${at}')`,
  )
  await query(
    `insert into users
     (id, username, "usernameKey", "firstName", "lastName", password, "createdAt", "updatedAt")
     values ${names.join(', ')}`,
  )
  const choices = numbers.map(
    (number) => `('id-${number}', '${addressOf(number)}', '["week"]', '${at}')`,
  )
  await query(
    `insert into notice_choices ("userId", "emailAddress", topics, "updatedAt")
     values ${choices.join(', ')}`,
  )
  await query(
    `insert into volunteers (id, "firstName", "lastName", "createdAt", "updatedAt")
     values ('ann', 'Ann', 'Lee', '${at}', '${at}')`,
  )
}

function addressOf(number: number): string {
  return `user${number}@example.org`
}

/** Returns who got no mail, or some with different Message-IDs. */
function wrongMails(mails: readonly ReceivedMail[]): string[] {
  return Array.from({ length: users }, (_, index) => addressOf(index + 1)).flatMap((address) => {
    const own = mails.filter(({ to }) => to.includes(address))
    // A long header goes on in the next line.
    const ids = new Set(own.map(({ raw }) => /^Message-ID:\s+(<.+>)/m.exec(raw)?.[1]))
    return ids.size === 1 && !ids.has(undefined)
      ? []
      : [`${address} has mails with ${ids.size} different Message-IDs`]
  })
}
