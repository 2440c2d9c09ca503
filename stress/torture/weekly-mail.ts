import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ReceivedMail, startSmtpDouble } from '@dashboard/doubles/smtp/smtp-double'
import { startDashboard } from '../../e2e/dashboard.ts'
import {
  createRandom,
  problemsOf,
  type Random,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { openSqliteDatabase, type StoredDatabase } from './kills/stored-content.ts'

/**
 * Kills the server at random moments while it sends the weekly mails of 500 users. Everybody gets one, and nobody two
 * with different Message-IDs (docs/torture.md).
 */

const users = 500
const defaultKills = 50
/** A Monday, 7:00 in New York. */
const monday = Date.parse('2026-11-30T12:00:00.000Z')
/** The first round after a start, by the clock that runs twenty times as fast. */
const firstRoundMs = 15_000 / 20
const endsWithinMs = 120_000
const clock = pathToFileURL(fileURLToPath(new URL('weekly-mail/fast-clock.ts', import.meta.url)))

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count: kills = defaultKills, print } = options
  const random = createRandom(seed)
  const checks = startChecks(print)
  const figures: Record<string, number> = {}
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-weekly-mail-'))
  try {
    const problems = await problemsOf(async () => {
      const { mails, underWay } = await sendThrough({ dataDir, random, kills })
      figures['kills while mails were under way'] = underWay
      figures['mails, also those sent again under one Message-ID'] = mails.length
      return wrongMails(mails)
    })
    checks.add(`${kills} kills, ${users} users`, problems)
    return checks.result(figures)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Attempt {
  dataDir: string
  random: Random
  kills: number
}

/** Kills the server again and again, and lets it end its work; returns every mail that arrived. */
async function sendThrough({ dataDir, random, kills }: Attempt) {
  const database = openSqliteDatabase(dataDir)
  const smtp = await startSmtpDouble({ encryption: 'starttls' })
  const certificate = join(dataDir, 'smtp.pem')
  await writeFile(certificate, smtp.certificate)
  const environment = {
    PUBLIC_URL: 'https://dashboard.example.org',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    SMTP_FROM: 'dashboard@example.org',
    NODE_EXTRA_CA_CERTS: certificate,
    LOG_LEVEL: 'silent',
    FAST_CLOCK_SINCE: String(Date.now()),
    FAST_CLOCK_SHOWS: String(monday),
  }
  const start = () =>
    startDashboard(environment, dataDir, [process.execPath, '--import', clock.href])
  const countWaiting = async () => {
    const [row] = await database.query<{ waiting: number | string }>(
      `select count(*) as waiting from outbox where "endedAt" is null`,
    )
    return Number(row?.waiting)
  }
  const kill = async (server: Awaited<ReturnType<typeof start>>) => {
    await server.kill()
    // Its lease ends by the clock of the database, which runs as ever.
    await database.query('delete from leader_leases')
  }
  let underWay = 0
  try {
    await kill(await start())
    await addUsers(database)
    for (let each = 0; each < kills; each += 1) {
      const server = await start()
      await sleep(firstRoundMs + random.between(0, 2_500))
      await kill(server)
      if ((await countWaiting()) > 0) underWay += 1
    }
    const server = await start()
    const until = Date.now() + endsWithinMs
    await sleep(2 * firstRoundMs)
    while ((await countWaiting()) > 0 && Date.now() < until) await sleep(100)
    await server.stop()
    return { mails: smtp.mails, underWay }
  } finally {
    await smtp.close()
  }
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
