import { appendAuditEntry } from '@dashboard/store/audit/append-entry'
import { appendEntries, readEntries } from '@dashboard/store/test/audit-log'
import { shownTime } from '@dashboard/store/test/shown-times'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const ben = { id: 'b', name: 'Ben Boss (ben)' }
const address = '10.0.0.2'

/** As many capitals, of Greek, Coptic and Cyrillic, as a search may have letters. */
const distinctLetters = Array.from({ length: 0x600 }, (_, at) => String.fromCodePoint(0x370 + at))
  .filter(
    (letter) => letter !== letter.toLowerCase() && letter === letter.toLowerCase().toUpperCase(),
  )
  .slice(0, 200)
  .join('')

/** Fills a log with entries of two users, a failed sign-in and one of the console, oldest first. */
async function startWithLog() {
  const app = await startTestApp()
  const { db } = app
  await appendEntries(db, 2)
  await appendAuditEntry(db, {
    actor: ben,
    address,
    action: 'report.download',
    details: { files: ['100%_NY-1.pdf'], ids: Array.from({ length: 25 }, (_, id) => `id-${id}`) },
  })
  const eve = { id: null, name: '=cmd("x")' }
  await appendAuditEntry(db, { actor: eve, address, action: 'session.failed' })
  const by = { id: null, name: 'Console' }
  await appendAuditEntry(db, { actor: by, address: null, action: 'user.password.reset' })
  const days = ['2026-03-07T12:00', '2026-03-08T04:59', '2026-03-08T05:00', '2026-03-09T03:59']
  const entries = await readEntries(db)
  for (const [index, day] of [...days, '2026-03-09T04:00'].entries()) {
    await db
      .updateTable('audit_log')
      .set({ at: `${day}:00.000Z` })
      .where('id', '=', entries[index]?.id ?? '')
      .execute()
  }
  const admin = await app.as('admin')
  const get = async (query = '') => {
    const response = await admin.inject({ url: `/api/audit${query}` })
    return { status: response.statusCode, body: response.json() }
  }
  const actionsOf = async (query: string) => {
    const { body } = await get(query)
    return body.entries.map(({ action }: { action: string }) => action)
  }
  return { ...app, admin, get, actionsOf }
}

const everything = [
  'user.password.reset',
  'session.failed',
  'report.download',
  'job.start',
  'job.start',
]

describe('GET /api/audit', () => {
  test('answers the entries, newest first, with long lists shortened', async () => {
    const { get } = await startWithLog()
    const { body } = await get()
    expect(body).toMatchObject({ total: 5, nextCursor: null })
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual(everything)
    expect(body.entries[2]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: '2026-03-08T05:00:00.000Z',
      actorRole: null,
      isUnusualActor: false,
      actor: 'Ben Boss (ben)',
      actorId: 'b',
      action: 'report.download',
      subject: null,
      subjectName: null,
      address,
      details: {
        files: ['100%_NY-1.pdf'],
        ids: [...Array.from({ length: 20 }, (_, id) => `id-${id}`), 'and 5 more'],
      },
    })
  })

  test.each([
    ['?action=job.start', ['job.start', 'job.start']],
    ['?actor=b', ['report.download']],
    ['?actor=Console', ['user.password.reset']],
    ['?q=BOSS', ['report.download']],
    ['?q=100%25_ny', ['report.download']],
    ['?q=%25', ['report.download']],
    ['?q=_', ['report.download']],
    ['?q=\\', []],
    ['?q=job:2', ['job.start']],
    ['?q=10.0.0.2', ['session.failed', 'report.download']],
    ['?q=failed to sign', ['session.failed']],
    ['?q=nothing', []],
    // The eighth of March has 23 hours in New York.
    ['?from=2026-03-08&to=2026-03-08', ['session.failed', 'report.download']],
    ['?to=2026-03-07', ['job.start', 'job.start']],
    ['?from=2026-03-09', ['user.password.reset']],
    ['?sort=at', everything.toReversed()],
    ['?sort=-at&q=', everything],
    ['?action=job.start&actor=b', []],
  ])('filters by %s', async (query, actions) => {
    const { actionsOf } = await startWithLog()
    expect(await actionsOf(query)).toEqual(actions)
  })

  test.each([
    'Élodie',
    'élodie',
    'ÉLODIE',
    'ΣΟΦΟΣ',
    'İzmir',
    distinctLetters,
    distinctLetters.toLowerCase(),
  ])('finds "%s", whatever the case of letters outside ASCII', async (q) => {
    const { db, get } = await startWithLog()
    const actor = { id: 'e', name: 'Élodie ΣΟΦΟΣ İzmir' }
    const details = { name: distinctLetters }
    await appendAuditEntry(db, { actor, address, action: 'profile.update', details })
    const { body } = await get(`?q=${encodeURIComponent(q)}`)
    expect(body.entries).toMatchObject([{ actorId: 'e' }])
  })

  test.each([
    ['Jose', 'José (jose)'],
    ['JOSÉ', 'Jose\u0301'],
    ["O'Brien", 'O’Brien'],
    ['obrien', "Pat O'Brien"],
    ['Anne-Marie', 'Anne Marie'],
    ['j lee', 'J. Lee'],
    ['Lodz', 'Łódź'],
    ['Strasse', 'Straße'],
    ['Straße', 'STRASSE'],
    ['Aegir', 'Ægir'],
    ['Ира', 'ИРА́'],
    ['김민', '김민준'],
    ['１２', 'Unit 12'],
    ["'", "O'Brien"],
  ])('finds "%s" in "%s", as every other search does', async (q, name) => {
    const { db, get } = await startWithLog()
    await appendAuditEntry(db, { actor: { id: 'e', name }, address, action: 'profile.update' })
    const { body } = await get(`?action=profile.update&q=${encodeURIComponent(q)}`)
    expect(body.entries).toMatchObject([{ actorId: 'e' }])
  })

  test.each([
    ['기', '김'],
    ['ann lee', 'Annalee'],
    ['[a-z]+', 'anybody'],
    ['a|b', 'ab'],
    ['ssss', 'Straße'],
    ['aee', 'Ægir'],
  ])('does not find "%s" in "%s"', async (q, name) => {
    const { db, get } = await startWithLog()
    await appendAuditEntry(db, { actor: { id: 'e', name }, address, action: 'profile.update' })
    const { body } = await get(`?action=profile.update&q=${encodeURIComponent(q)}`)
    expect(body.entries).toEqual([])
  })

  test.each(['at', '-at'])('is read page by page, sorted by %s, without gaps', async (sort) => {
    const { db, get } = await startWithLog()
    const ids = (await readEntries(db)).map(({ id }) => id)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await get(`?limit=2&sort=${sort}${cursor}`)
      seen.push(...body.entries.map(({ id }: { id: string }) => id))
      // New entries must not shift the pages of a user who reads from the newest.
      if (sort === '-at') await appendEntries(db, 1)
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    expect(seen).toEqual(sort === 'at' ? ids : ids.toReversed())
  })

  test.each([
    ['?limit=0', 'limit must be a whole number from 1'],
    ['?limit=two', 'limit must be a whole number from 1'],
    ['?action=job.explode', 'There is no such action'],
    ['?sort=actor', 'sort must be at or -at'],
    ['?from=yesterday', 'Write dates like 2026-11-20'],
    ['?to=2026-13-40', 'There is no such day'],
    ['?cursor=MQ', 'The cursor is not one that this server has issued.'],
  ])('refuses %s', async (query, message) => {
    const { get } = await startWithLog()
    const { status, body } = await get(query)
    expect([status, body.message]).toEqual([400, message])
  })
})

test('GET /api/audit/actors names everybody once, by the latest name, and nobody who only failed to sign in', async () => {
  const { db, admin } = await startWithLog()
  const renamed = { id: 'b', name: 'Ben Chief (ben)' }
  await appendAuditEntry(db, { actor: renamed, address, action: 'profile.update' })
  const response = await admin.inject({ url: '/api/audit/actors' })
  expect(response.json()).toEqual({
    actors: [
      { value: 'a', name: 'Ada Admin (ada)' },
      { value: 'b', name: 'Ben Chief (ben)' },
      { value: 'Console', name: 'Console' },
    ],
  })
})

describe('GET /api/audit.csv', () => {
  test('answers the filtered entries as a file, complete, and safe to open in a spreadsheet', async () => {
    const { admin } = await startWithLog()
    const response = await admin.inject({ url: '/api/audit.csv?q=10.0.0.2' })
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="SMPW-Audit-Log-\d{4}-\d{2}-\d{2}\.csv"/,
      ),
    })
    expect(response.body.startsWith('\uFEFFNumber,Time (ET),Time (UTC),')).toBe(true)
    const { data } = Papa.parse<string[]>(response.body.trim())
    const [, ownExport, failed, download] = data
    expect(data).toHaveLength(4)
    expect(ownExport?.[6]).toBe('audit.export')
    expect(failed?.slice(0, 9)).toEqual([
      expect.stringMatching(/^\d+$/),
      shownTime('2026-03-08 23:59'),
      '2026-03-09T03:59:00.000Z',
      `'=cmd("x")`,
      '',
      'Failed to sign in',
      'session.failed',
      '',
      '10.0.0.2',
    ])
    expect(JSON.parse(download?.[9] ?? '').ids).toHaveLength(25)
  })

  test('is streamed over several pages', async () => {
    const { db, admin } = await startWithLog()
    await db.transaction().execute((tx) => appendEntries(tx, 1_200))
    const response = await admin.inject({ url: '/api/audit.csv?action=job.start' })
    const { data } = Papa.parse<string[]>(response.body.trim())
    const numbers = data.slice(1).map(([number]) => Number(number))
    expect(numbers).toHaveLength(1_202)
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  })
})
