import { readPalette } from '@dashboard/contract/brand-palette'
import { placeName, shortOfWeek, timeText } from '@dashboard/contract/call-list-week'
import { days } from '@dashboard/contract/days'
import { dayAfter } from '@dashboard/contract/local-time'
import { readLastImport } from '@dashboard/store/automation-status'
import { toJson } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit, scopeOfUser } from '@dashboard/store/database/scope'
import { insertReport } from '@dashboard/store/reports/stored-reports'
import { setClock } from '@dashboard/store/test/clock'
import { freshDatabase } from '@dashboard/store/test/database'
import { runningJob } from '@dashboard/store/test/jobs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { weekReaderOf } from '../../test/notice-loop.ts'
import { insertPeople, type TestPerson } from '../../test/people.ts'
import { reportOf } from '../../test/report-rows.ts'
import { activeUser } from '../../test/users.ts'
import { emailContent } from '../notices/channels/email-content.ts'
import type { Week } from '../notices/outbox/weekly-mail.ts'

const before = '2026-11-23T12:00:00.000Z'
const dueAt = '2026-11-30T12:00:00.000Z'
const look = {
  publicUrl: 'https://dashboard.example.org',
  colors: readPalette(),
  onPrimary: '#ffffff',
}
const limited = scopeOfUser({ role: 'user', circuits: toJson(['NY-2']) })

/** Somebody who can serve at these times, and has nothing to correct. */
function serving(circuit: string, first: string, slots: readonly string[]): TestPerson {
  const contact = { phone: '+1 212 555 0100', email: 'a@example.org' }
  return { name: [first, 'Lee'], circuit, trained: true, available: true, ...contact, slots }
}

async function remove(db: Db, firstName: string) {
  await db.deleteFrom('volunteers').where('firstName', '=', firstName).execute()
  await raiseVersion(db, 'volunteers')
}

/** Writes an import with a change of each of these kinds in a circuit. */
async function writeImport(
  db: Db,
  number: number,
  completedAt: string,
  changes: [string, string][],
) {
  const id = `import-${number}`
  await db
    .insertInto('imports')
    .values({
      id,
      number,
      kind: 'import',
      state: 'completed',
      planJobId: id,
      createdAt: completedAt,
      completedAt,
      source: 'the file',
      warnings: '[]',
      hasDetails: 1,
    })
    .execute()
  for (const [index, [kind, circuit]] of changes.entries()) {
    const isNew = kind === 'new'
    const isLeft = kind === 'left'
    await db
      .insertInto('import_changes')
      .values({
        id: number * 1_000 + index,
        importId: id,
        kind: kind as 'new',
        volunteerId: `${id}-${index}`,
        name: 'Cy Secret',
        nameKey: 'cy secret',
        isDoubtful: 0,
        fromCircuit: isNew ? null : circuit,
        fromCongregation: isNew ? null : 'Park',
        toCircuit: isLeft ? null : circuit,
        toCongregation: isLeft ? null : kind === 'moved' ? 'Central' : 'Park',
        fields: '[]',
      })
      .execute()
  }
}

interface NewList {
  id: string
  place: string
  day: string
  wanted: number | null
}

async function writeList(db: Db, list: NewList) {
  const common = {
    kind: 'circuit',
    timeSlot: 'Morning',
    createdBy: 'Al',
    createdAt: before,
  } as const
  await db
    .insertInto('call_lists')
    .values({ ...list, ...common })
    .execute()
  await raiseVersion(db, 'calls')
}

async function noteYes(db: Db, listId: string, firstName: string) {
  const person = await db
    .selectFrom('volunteers')
    .select(['id', 'lastName'])
    .where('firstName', '=', firstName)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('call_outcomes')
    .values({
      id: `${listId}-${firstName}`,
      listId,
      volunteerId: person.id,
      personKey: firstName,
      firstName,
      lastName: person.lastName,
      circuit: 'NY-2',
      outcome: 'yes',
      by: 'Al',
      at: before,
    })
    .execute()
  await raiseVersion(db, 'calls')
}

/** Stores the reports of circuits, in a frame that is no longer the present one. */
async function writeReports(db: Db, circuits: readonly string[]) {
  const job = await runningJob(db, { type: 'circuit-report', targets: [...circuits] })
  for (const circuit of circuits) {
    await insertReport(db, reportOf(job.id, circuit), 'runner', await readLastImport(db))
  }
}

async function start() {
  const db = await freshDatabase()
  const reader = weekReaderOf(db)
  const weekend = ['Saturday:Morning', 'Saturday:Evening', 'Sunday:Morning']
  await insertPeople(db, [
    serving('NY-1', 'Ann', weekend),
    serving('NY-1', 'Bo', weekend),
    serving('NY-1', 'Di', ['Saturday:Morning']),
    serving('NY-2', 'Eve', ['Sunday:Morning']),
  ])
  const week: Week = {
    dueAt,
    weekAgo: before,
    before: { dueAt: before, counts: await reader.readCounts() },
  }
  const say = async (scope = everyCircuit, of = week) =>
    (await reader.readItems(scope, of)).map(({ title, text, link }) => [title, text, link])
  return { db, reader, week, say }
}

describe('the weekly mail', () => {
  test('has nothing to say where nothing is thin, to correct, changed or out of date', async () => {
    const { say } = await start()
    expect(await say()).toEqual([])
  })

  test('says of each circuit which times became thinner, and which are no longer thin, as its page shows them', async () => {
    const { db, say } = await start()
    await remove(db, 'Bo')
    await insertPeople(db, [serving('NY-2', 'Flo', ['Sunday:Morning', 'Monday:Night'])])
    const ofOne = [
      'NY-1: 2 times became thinner',
      'Only one on Saturday evenings and Sunday mornings. Since Nov 23, 2026.',
      '/dashboard/calls?circuit=NY-1&slots=Saturday%3AEvening',
    ]
    const ofOther = [
      'NY-2: 1 time no longer thin',
      'Two or more now on Sunday mornings. Since Nov 23, 2026.',
      '/dashboard/circuits/NY-2',
    ]
    const [one, other, ...others] = await say()
    expect([one, other, others]).toEqual([ofOne, ofOther, []])
    expect(await say(limited)).toEqual([ofOther])
  })

  test('says where one person became nobody, and nothing about a thin time that stays as it was', async () => {
    const { db, say } = await start()
    await insertPeople(db, [serving('NY-2', 'Gus', ['Tuesday:Morning'])])
    await remove(db, 'Eve')
    expect(await say(limited)).toEqual([
      [
        'NY-2: 1 time became thinner',
        'Nobody on Sunday mornings. Since Nov 23, 2026.',
        '/dashboard/calls?circuit=NY-2&slots=Sunday%3AMorning',
      ],
    ])
  })

  test('compares no times before the second Monday, nor for a new circuit', async () => {
    const { db, say, week } = await start()
    await insertPeople(db, [serving('NY-3', 'Hal', ['Sunday:Morning'])])
    expect(await say()).toEqual([])
    await remove(db, 'Bo')
    expect(await say(everyCircuit, { ...week, before: null })).toEqual([])
  })

  test('names the times of ten circuits, and counts the others', async () => {
    const db = await freshDatabase()
    const reader = weekReaderOf(db)
    const circuits = Array.from({ length: 12 }, (_, index) => `NY-${index + 1}`)
    const everyDay = days.map((day) => `${day}:Morning`)
    for (const name of ['Ann', 'Bo']) {
      await insertPeople(
        db,
        circuits.map((circuit) => serving(circuit, name, everyDay)),
      )
    }
    const counts = await reader.readCounts()
    await remove(db, 'Ann')
    const items = await reader.readItems(everyCircuit, {
      dueAt,
      weekAgo: before,
      before: { dueAt: before, counts },
    })
    expect(items).toHaveLength(11)
    expect(items[0]?.title).toBe('NY-1: 7 times became thinner')
    expect(items[0]?.text).toBe(
      'Only one on Monday mornings, Tuesday mornings, Wednesday mornings, Thursday mornings, Friday mornings, Saturday mornings, and 1 other. Since Nov 23, 2026.',
    )
    expect(items[10]?.title).toBe('Thin times have changed in 2 more circuits')
  })

  test('counts who joined, left and moved by the imports of the week, as the page of what changed since', async () => {
    const { db, say } = await start()
    await writeImport(db, 1, '2026-11-22T10:00:00.000Z', [['new', 'NY-1']])
    await writeImport(db, 2, '2026-11-24T10:00:00.000Z', [
      ['new', 'NY-1'],
      ['new', 'NY-2'],
    ])
    await writeImport(db, 3, '2026-11-26T10:00:00.000Z', [
      ['left', 'NY-1'],
      ['moved', 'NY-1'],
      ['changed', 'NY-1'],
    ])
    const link = '/dashboard/sync/imports/import-1?show=since&until=import-3'
    const since = 'Since the import of Nov 22, 2026.'
    expect(await say()).toEqual([['2 joined, 1 left, 1 moved', since, link]])
    expect(await say(limited)).toEqual([['1 joined', since, link]])
  })

  test('reports the changes of an import only once', async () => {
    const { db, say } = await start()
    await writeImport(db, 1, '2026-11-02T10:00:00.000Z', [])
    await writeImport(db, 2, '2026-11-10T10:00:00.000Z', [['new', 'NY-1']])
    expect(await say()).toEqual([])
  })

  test('says so where the changes of an import are no longer stored', async () => {
    const { db, say } = await start()
    await writeImport(db, 1, '2026-11-22T10:00:00.000Z', [])
    await writeImport(db, 2, '2026-11-24T10:00:00.000Z', [['new', 'NY-1']])
    await writeImport(db, 3, '2026-11-25T10:00:00.000Z', [])
    await db.updateTable('imports').set({ hasDetails: 0 }).where('number', '=', 2).execute()
    expect((await say())[0]?.slice(0, 2)).toEqual([
      'The volunteers have changed',
      'Since the import of Nov 22, 2026 there are too many changes to add up, or some are no longer stored.',
    ])
  })

  test('counts who has to be corrected, according to the filter, and says where one person counts for several reasons', async () => {
    const { db, say } = await start()
    await insertPeople(db, [
      { name: ['Ida', 'Lee'], circuit: 'NY-2' },
      { name: ['Jo', 'Lee'], phone: '12', email: 'jo@example.org' },
    ])
    const link =
      '/dashboard/volunteers?mark=wrong-number&mark=no-phone&mark=doubtful-phone&mark=no-email'
    expect(await say()).toEqual([
      [
        '2 volunteers to correct',
        '1 without a phone number, 1 doubtful number, 1 without e-mail; one person can have several.',
        link,
      ],
    ])
    expect(await say(limited)).toEqual([
      [
        '1 volunteer to correct',
        '1 without a phone number, 1 without e-mail; one person can have several.',
        link,
      ],
    ])
  })

  test('says of each call list from today to six days later how far it is, the soonest first', async () => {
    setClock(Date.parse(dueAt))
    const { db, say } = await start()
    const lists: [id: string, place: string, day: string, wanted: number | null][] = [
      ['one', 'NY-1', '2026-12-06', 3],
      ['two', 'NY-2', '2026-11-30', null],
      ['looked-at', 'NY-1', '2026-12-01', null],
      ['past', 'NY-1', '2026-11-29', 3],
      ['later', 'NY-1', '2026-12-07', 3],
    ]
    for (const [id, place, day, wanted] of lists) await writeList(db, { id, place, day, wanted })
    await noteYes(db, 'two', 'Eve')
    const ofTwo = [
      'Circuit NY-2, Monday, Nov 30, 2026, Morning: Short',
      '1 of 2 yes, 0 later, 0 not called.',
      '/dashboard/calls/two',
    ]
    const ofOne = [
      'Circuit NY-1, Sunday, Dec 6, 2026, Morning: Short',
      '0 of 3 yes, 0 later, 2 not called.',
      '/dashboard/calls/one',
    ]
    expect(await say()).toEqual([ofTwo, ofOne])
    expect(await say(limited)).toEqual([ofTwo])
  })

  test('names five call lists, and counts the others and how many of them are short', async () => {
    setClock(Date.parse(dueAt))
    const { db, say } = await start()
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      await writeList(db, { id: `${number}`, place: `NY-${number}`, day: '2026-12-01', wanted: 1 })
    }
    await noteYes(db, '7', 'Eve')
    const said = await say()
    expect(said).toHaveLength(6)
    expect(said[5]).toEqual([
      '2 more call lists this week: 1 short',
      'Fill a Cart shows the whole week.',
      '/dashboard/calls',
    ])
  })

  test('calls short what the Dashboard and Fill a Cart call short, for everybody and for limited users', async () => {
    setClock(Date.parse(dueAt))
    const { db, as } = await startTestApp()
    const reader = weekReaderOf(db)
    const people = ['Ann', 'Bo']
    await insertPeople(
      db,
      people.map((first) => serving('NY-2', first, ['Monday:Morning'])),
    )
    const limitedUser = await activeUser(db, { username: 'lim', circuits: toJson(['NY-2']) })
    const users = [
      [everyCircuit, await as('admin')] as const,
      [limited, await as(limitedUser)] as const,
    ]
    const lists = fc.uniqueArray(
      fc.record({
        place: fc.constantFrom('NY-1', 'NY-2'),
        day: fc.integer({ min: -1, max: 8 }).map((days) => dayAfter('2026-11-30', days)),
        wanted: fc.constantFrom(null, 1, 2, 3),
        yes: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 9, selector: ({ place, day }) => `${place} ${day}` },
    )
    const check = fc.asyncProperty(lists, async (given) => {
      await db.deleteFrom('call_outcomes').execute()
      await db.deleteFrom('call_lists').execute()
      await raiseVersion(db, 'calls')
      for (const { yes, ...list } of given) {
        const id = `${list.place} ${list.day}`
        await writeList(db, { ...list, id })
        for (const name of people.slice(0, yes)) await noteYes(db, id, name)
      }
      for (const [scope, user] of users) {
        const { callLists } = (await user.inject({ url: '/api/call-lists' })).json()
        const short = shortOfWeek(callLists, '2026-11-30')
        const titles = (
          await reader.readItems(scope, { dueAt, weekAgo: before, before: null })
        ).map(({ title }) => title)
        const named = titles.filter((title) => title.endsWith(': Short'))
        const others = /this week: (\d+) short/.exec(titles.join())?.[1] ?? '0'
        expect(named).toEqual(
          short
            .slice(0, named.length)
            .map((list) => `${placeName(list)}, ${timeText(list)}: Short`),
        )
        expect(named.length + Number(others)).toBe(short.length)
      }
    })
    await fc.assert(check, { numRuns: 10 })
  })

  test('names the reports of circuits that are out of date', async () => {
    const { db, say } = await start()
    await writeReports(db, ['NY-2', 'NY-1'])
    expect(await say()).toEqual([['2 circuit reports out of date', 'NY-1 and NY-2.', '/dashboard']])
    expect(await say(limited)).toEqual([['1 circuit report out of date', 'NY-2.', '/dashboard']])
  })

  test('is text and HTML that say the same, with how to turn it off', async () => {
    const { db, reader, week } = await start()
    await remove(db, 'Bo')
    await insertPeople(db, [{ name: ['Ida', 'Secret'], circuit: 'NY-2' }])
    const items = await reader.readItems(everyCircuit, week)
    const { subject, text, html } = emailContent({ purpose: 'week', items }, look)
    expect(subject).toBe('SMPW Dashboard: The week of Nov 30, 2026')
    expect(text).toBe(
      [
        'NY-1: 2 times became thinner',
        'Only one on Saturday evenings and Sunday mornings. Since Nov 23, 2026.',
        'https://dashboard.example.org/dashboard/calls?circuit=NY-1&slots=Saturday%3AEvening',
        '',
        '1 volunteer to correct',
        '1 without a phone number, 1 without e-mail; one person can have several.',
        'https://dashboard.example.org/dashboard/volunteers?mark=wrong-number&mark=no-phone&mark=doubtful-phone&mark=no-email',
        '',
        '-- ',
        'SMPW Dashboard sends this on Mondays because you chose it under Profile, Notices. Turn it off there.',
        'https://dashboard.example.org/profile#notices',
        '',
      ].join('\n'),
    )
    for (const part of [
      '<h1 style="margin:0 0 4px;font-size:16px;line-height:1.2;font-weight:600">NY-1: 2 times became thinner</h1>',
      '>Only one on Saturday evenings and Sunday mornings. Since Nov 23, 2026.</p>',
      'href="https://dashboard.example.org/dashboard/calls?circuit=NY-1&amp;slots=Saturday%3AEvening"',
      '>1 volunteer to correct</h1>',
      '>1 without a phone number, 1 without e-mail; one person can have several.</p>',
      'SMPW Dashboard sends this on Mondays because you chose it under Profile, Notices. Turn it off there. <a href="https://dashboard.example.org/profile#notices"',
    ]) {
      expect(html).toContain(part)
    }
    expect(`${subject}${text}${html}`).not.toMatch(/Secret|Lee|555|7:00/)
  })
})
