import { readdir } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { dayMs } from '@dashboard/contract/duration'
import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { runJob } from '@dashboard/runner/run-job'
import { uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import { toIso } from '@dashboard/store/database/column-values'
import { setClock } from '@dashboard/store/test/clock'
import { queuedJob } from '@dashboard/store/test/jobs'
import { describe, expect, it, vi } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { tokensUrl } from '../../test/tokens.ts'
import { sweepUploadedSheets } from './sweep-sheets.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['as']>>

const spanish =
  'Nombre,Apellidos,Circuito,Congregación,Teléfono\nAna,Gómez,NY-5,Central,+1 212 555 0101\n'

function send(who: Caller, text: string | Buffer | Readable, name = 'roster.csv') {
  return who.inject({
    method: 'POST',
    url: `/api/sheets?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: text,
  })
}

const save = (who: Caller, body: object) =>
  who.inject({ method: 'PUT', url: '/api/column-matches', payload: body })

/** Waits until a job, which runs in the test's process, has this status; returns it. */
async function expectStatus(who: Caller, jobId: string, status: string) {
  const read = async () => (await who.inject({ url: `/api/jobs/${jobId}` })).json().job
  await expect.poll(async () => (await read()).status).toBe(status)
  return read()
}

/** Runs a job that the test's engine leaves queued. */
function runHere({ db, files, settings }: Awaited<ReturnType<typeof startTestApp>>, jobId: string) {
  return runJob(jobId, { db, files, settings, shutdown: new AbortController().signal })
}

async function startWorld(options: Parameters<typeof startTestApp>[0] = {}) {
  const world = await startTestApp(options)
  return { ...world, user: await world.as('user'), admin: await world.as('admin') }
}

/** Has the real program read the heads of sheets, and not the test's own process. */
const byRunner = { replaced: { describeSheet: undefined } }

const describeUpload = (who: Caller, id: string) => who.inject({ url: `/api/columns?upload=${id}` })

it('answers a reason when there is no spreadsheet yet', async () => {
  const { user } = await startWorld(byRunner)
  const answer = await user.inject({ url: '/api/columns' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    reason: 'no-sheet',
    message: expect.stringContaining('There is no sheet to read yet'),
  })
})

describe('an uploaded file', () => {
  it('is stored, described and imported by the user who uploaded it', async () => {
    const { db, files, user, admin } = await startWorld(byRunner)
    const sent = await send(user, spanish)
    expect(sent.statusCode).toBe(201)
    const { upload } = sent.json()
    expect(upload).toMatchObject({ name: 'roster.csv', sizeBytes: Buffer.byteLength(spanish) })
    const described = (await describeUpload(user, upload.id)).json()
    expect(described).toMatchObject({
      storedMatch: null,
      head: { fits: false, headerRow: 1, sheetNames: [] },
    })
    expect(described.head.proposal.columns.map(({ use }: { use: string }) => use)).toEqual([
      'First Name',
      'Last Name',
      'Circuit',
      'Congregation',
      'Mobile Phone',
    ])
    expect((await describeUpload(admin, upload.id)).statusCode).toBe(404)
    const url = `/api/sheets/${upload.id}/import`
    expect((await admin.inject({ method: 'POST', url })).statusCode).toBe(404)
    await save(admin, { name: 'Roster', match: described.head.proposal })
    const started = await user.inject({ method: 'POST', url })
    expect(started.statusCode).toBe(202)
    await expectStatus(user, started.json().jobId, 'completed')
    const people = await db.selectFrom('volunteers').select(['firstName', 'mobilePhone']).execute()
    expect(people).toEqual([{ firstName: 'Ana', mobilePhone: '+1 212 555 0101' }])
    expect(await db.selectFrom('uploaded_sheets').select('id').execute()).toEqual([])
    expect(await files.sizeOf(uploadedSheetKey(upload.id))).toBeUndefined()
    expect((await user.inject({ url: '/api/imports' })).json().imports).toMatchObject([
      { kind: 'import', uploadedName: 'roster.csv', isCurrent: true },
    ])
  })

  it('is named in its review from the start', async () => {
    const { db, user, admin } = await startWorld()
    const { id } = (await send(user, spanish)).json().upload
    const { proposal } = (await describeUpload(user, id)).json().head
    await save(admin, { name: 'Roster', match: proposal })
    const started = await user.inject({ method: 'POST', url: `/api/sheets/${id}/review` })
    const entries = await db.selectFrom('imports').select(['kind', 'uploadedName']).execute()
    expect(entries).toEqual([{ kind: 'review', uploadedName: 'roster.csv' }])
    await expectStatus(user, started.json().jobId, 'completed')
  })

  it('is read with the chosen encoding and separator, also when its import is retried', async () => {
    const world = await startWorld()
    const { db, user, admin } = world
    const text = Buffer.from(
      'Nombre|Apellidos|Circuito|Congregacion\nAna, B.|\xa3uk|NY-5|Central\n',
      'latin1',
    )
    const { id } = (await send(user, text)).json().upload
    const unsure = (await describeUpload(user, id)).json()
    expect(unsure.head.text.isSure).toBe(false)
    const reading = { encoding: 'windows-1250', separator: '|' }
    const url = `/api/columns?${new URLSearchParams({ upload: id, ...reading })}`
    const { head } = (await user.inject({ url })).json()
    expect(head.text).toEqual({
      ...reading,
      isSure: true,
      encodings: expect.arrayContaining([{ encoding: 'windows-1250', names: ['Łuk'] }]),
    })
    const start = { method: 'POST', url: `/api/sheets/${id}/import`, payload: reading } as const
    const { jobId } = (await user.inject(start)).json()
    await expectStatus(user, jobId, 'failed')
    await save(admin, { name: 'Roster', match: head.proposal })
    const again = await user.inject({ method: 'POST', url: `/api/jobs/${jobId}/retry` })
    await runHere(world, again.json().jobId)
    await expectStatus(user, again.json().jobId, 'completed')
    expect(await db.selectFrom('volunteers').select(['firstName', 'lastName']).execute()).toEqual([
      { firstName: 'Ana, B.', lastName: 'Łuk' },
    ])
    const odd = await user.inject({ url: `${url.replace('windows-1250', 'ebcdic')}` })
    expect(odd.statusCode).toBe(400)
  })

  it.each(['csv', 'xlsx'])(
    'has titles that are recognized where it was exported here: %s',
    async (type) => {
      const world = await startWorld()
      const { db, user, admin } = world
      const people = [
        'First Name,Last Name,Circuit,Congregation,Language,Mobile Phone,Email Address,Trained,Available,Orientation,Double Shifts',
        'Ana,Gómez,NY-5,Central,Spanish,+1 212 555 0101,ana@example.org,yes,yes,no,yes',
        'Luis,Ortega,NY-5,Central,Spanish,+1 212 555 0102,luis@example.org,no,yes,yes,no',
      ]
      const importFile = async (content: string | Buffer, name: string) => {
        const { id } = (await send(user, content, name)).json().upload
        const { head } = (await describeUpload(user, id)).json()
        if (!head.fits) await save(admin, { name: 'Exported', match: head.proposal })
        const { jobId } = (
          await user.inject({ method: 'POST', url: `/api/sheets/${id}/import` })
        ).json()
        await expectStatus(user, jobId, 'completed')
        return head
      }
      await importFile(people.join('\n'), 'people.csv')
      const read = () => db.selectFrom('volunteers').selectAll().orderBy('firstName').execute()
      const before = await read()
      const exported = await user.inject({ url: `/api/volunteers.${type}` })
      expect(exported.statusCode).toBe(200)
      const head = await importFile(exported.rawPayload, `exported.${type}`)
      const uses = head.proposal.columns.map(({ use }: { use: string }) => use)
      expect(sheetColumns).toEqual(expect.arrayContaining(uses))
      expect(await read()).toEqual(before)
    },
  )

  it('stays with an import that fails, and passes to the job that retries it', async () => {
    const world = await startWorld()
    const { db, user, admin } = world
    const { id } = (await send(user, spanish)).json().upload
    const { head } = (await describeUpload(user, id)).json()
    const { jobId } = (
      await user.inject({ method: 'POST', url: `/api/sheets/${id}/import` })
    ).json()
    const failed = await expectStatus(user, jobId, 'failed')
    expect(failed).toMatchObject({ failureKind: 'unreadable-sheet', targets: ['roster.csv'] })
    await save(admin, { name: 'Roster', match: head.proposal })
    const again = await user.inject({ method: 'POST', url: `/api/jobs/${jobId}/retry` })
    await runHere(world, again.json().jobId)
    await expectStatus(user, again.json().jobId, 'completed')
    expect(await db.selectFrom('volunteers').select('firstName').execute()).toHaveLength(1)
  })

  it('that is gone has to be uploaded again: its retry does not import the spreadsheet', async () => {
    const world = await startWorld()
    const { db, files, user } = world
    const { id } = (await send(user, spanish)).json().upload
    const { jobId } = (
      await user.inject({ method: 'POST', url: `/api/sheets/${id}/import` })
    ).json()
    await expectStatus(user, jobId, 'failed')
    await db.updateTable('uploaded_sheets').set({ createdAt: '2026-01-01T00:00:00.000Z' }).execute()
    await sweepUploadedSheets({ db, files })
    const again = await user.inject({ method: 'POST', url: `/api/jobs/${jobId}/retry` })
    await runHere(world, again.json().jobId)
    const { error } = await expectStatus(user, again.json().jobId, 'failed')
    expect(error).toBe('The file roster.csv is no longer kept. Choose it again on the Sync page.')
  })

  it('is refused when it is empty, too large, or one too many', async () => {
    const { db, user } = await startWorld()
    expect((await send(user, '')).json().message).toBe('The file is empty. Choose another one.')
    const large = await send(user, Buffer.alloc(20 * 1024 * 1024 + 1))
    expect(large.statusCode).toBe(413)
    expect(large.json().message).toMatch(/^The file is larger than 20 MB\./)
    expect((await send(user, spanish, '')).json().upload.name).toBe('sheet')
    const values = { userId: user.user.id, name: 'x', sizeBytes: 1, createdAt: toIso(Date.now()) }
    const many = Array.from({ length: 20 }, (_, at) => ({
      id: `${at}`,
      ...values,
    }))
    await db.insertInto('uploaded_sheets').values(many).execute()
    expect((await send(user, spanish)).statusCode).toBe(409)
  })

  it('is one too many even while others are still arriving', async () => {
    const { db, user, as } = await startWorld()
    const values = { userId: user.user.id, name: 'x', sizeBytes: 1, createdAt: toIso(Date.now()) }
    const stored = Array.from({ length: 18 }, (_, at) => ({ id: `${at}`, ...values }))
    await db.insertInto('uploaded_sheets').values(stored).execute()
    const bodies = [new PassThrough(), new PassThrough()]
    const arriving = bodies.map((body) => {
      body.write(spanish)
      return send(user, body)
    })
    await expect.poll(() => bodies.map((body) => body.readableLength)).toEqual([0, 0])
    const refused = await send(user, spanish)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toMatch(/^You have uploaded many files/)
    expect((await send(await as('user'), spanish)).statusCode).toBe(201)
    for (const body of bodies) body.end()
    expect((await Promise.all(arriving)).map(({ statusCode }) => statusCode)).toEqual([201, 201])
  })

  it('does not count when its import failed, even if that is no longer listed', async () => {
    const { user, db } = await startWorld()
    const values = { userId: user.user.id, name: 'x', sizeBytes: 1 }
    const { id: jobId } = await queuedJob(db, { type: 'import' })
    await db.updateTable('jobs').set({ status: 'failed' }).where('id', '=', jobId).execute()
    const tries = Array.from({ length: 40 }, (_, at) => ({
      id: `${at}`,
      ...values,
      jobId: at % 2 === 0 ? jobId : 'dismissed',
      createdAt: toIso(Date.now() + at),
    }))
    await db.insertInto('uploaded_sheets').values(tries).execute()
    expect((await send(user, spanish)).statusCode).toBe(201)
    const left = await db.selectFrom('uploaded_sheets').select('id').execute()
    const newest = tries.slice(20).map(({ id }) => id)
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(newest))
    expect(left).toHaveLength(21)
  })

  it('says why it cannot be read', async () => {
    const { user } = await startWorld()
    const { id } = (await send(user, Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xls')).json()
      .upload
    const answer = await describeUpload(user, id)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toContain('Save it as .xlsx without a password')
  })

  const heads = {
    'a long title': [`First Name,Last Name,Circuit,Congregation,${'x'.repeat(501)}`, 422],
    'a long title that names a time': [`Nombre,Apellidos,Mon 9:00${' x'.repeat(200)}`, 200],
    'a wide sheet': [`First Name,Last Name,Circuit,Congregation${',x'.repeat(16_000)}`, 422],
    'a large head': [
      `First Name,Last Name,Circuit,Congregation${`,${'道'.repeat(500)}`.repeat(496)}`,
      200,
    ],
  } as const

  it('gets an answer however long its head is', async () => {
    const { user } = await startWorld(byRunner)
    for (const [name, [text, status]] of Object.entries(heads)) {
      const { id } = (await send(user, `${text}\nAnn,Lee,NY-1,Park,x\n`)).json().upload
      const answer = await describeUpload(user, id)
      expect([answer.statusCode, answer.json().message], name).toEqual([
        status,
        status === 200 ? undefined : expect.stringMatching(/ (500) .*try again\.$/),
      ])
      if (status === 200) expect(answer.json().head.columns.length, name).toBeGreaterThan(2)
    }
  })

  const names = [
    ['.', 'sheet'],
    ['..', 'sheet'],
    ['', 'sheet'],
    ['CON', 'CON_'],
    ['con.csv', 'con_.csv'],
    ['a/b\\c:d', 'c-d'],
    ['. .csv', 'sheet.csv'],
    [`${'v'.repeat(230)}.csv`, `${'v'.repeat(230)}.csv`],
    [`${'자원봉사자'.repeat(22)}.csv`, `${'자원봉사자'.repeat(16)}.csv`],
    [`${'स्वयंसेवकों की सूची '.repeat(12)}.csv`, `${'स्वयंसेवकों की सूची '.repeat(4)}स्वयंसेव.csv`],
    [`${'道'.repeat(700)}.xlsx`, `${'道'.repeat(80)}.xlsx`],
    ['a\0b\u202egpj.csv', 'abgpj.csv'],
    ['C:\\Users\\Ann\\roster.csv', 'roster.csv'],
  ] as const

  it('is listed by a name that every system can save', async () => {
    const { user } = await startWorld()
    for (const [name, shown] of names) {
      const { upload } = (await send(user, spanish, name)).json()
      expect(upload.name, JSON.stringify(name)).toBe(shown)
    }
  })

  it('is read whatever its name and that of its sheet are', async () => {
    const { user } = await startWorld(byRunner)
    for (const name of ['a\0b\u202egpj.csv', `${'道'.repeat(700)}.xlsx`]) {
      const { id } = (await send(user, spanish, name)).json().upload
      const answer = await user.inject({ url: `/api/columns?upload=${id}&sheet=a%00b` })
      expect(answer.statusCode, JSON.stringify(name)).toBe(200)
    }
  })

  it('can be described for each person two at a time, whatever others do', async () => {
    const ends: (() => void)[] = []
    const describeSheet = async () => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return { error: 'No sheet', isMissing: true }
    }
    const { user, as } = await startWorld({ replaced: { describeSheet } })
    const look = (who: Caller) => who.inject({ url: '/api/columns' })
    const own = [look(user), look(user)]
    await expect.poll(() => ends.length).toBe(2)
    const third = await look(user)
    expect(third.statusCode).toBe(429)
    expect(third.headers['retry-after']).toBe('5')
    const other = look(await as('user'))
    ends[0]?.()
    await expect.poll(() => ends.length).toBe(3)
    for (const end of ends) end()
    expect((await Promise.all([...own, other])).map(({ statusCode }) => statusCode)).toEqual([
      422, 422, 422,
    ])
  })

  it('cannot be described with a token that only reads', async () => {
    const { user } = await startWorld()
    const made = await user.inject({ method: 'POST', url: tokensUrl, payload: { name: 'Mine' } })
    const authorization = `Bearer ${made.json().secret}`
    const answer = await user.inject({ url: '/api/columns', headers: { authorization } })
    expect(answer.statusCode).toBe(403)
  })

  it('is read and refused without a copy in any folder', async () => {
    const { user, settings } = await startWorld(byRunner)
    vi.stubEnv('TMPDIR', '/no/such/folder')
    const { id } = (await send(user, spanish)).json().upload
    expect((await describeUpload(user, id)).statusCode).toBe(200)
    expect((await send(user, '')).statusCode).toBe(400)
    const left = await readdir(settings.dataDir, { recursive: true })
    expect(left.filter((path) => path.endsWith('.part'))).toEqual([])
  })

  it('cannot be uploaded by a user who looks after some circuits', async () => {
    const { db, as } = await startWorld()
    const limited = await as('user')
    const circuits = JSON.stringify(['NY-1'])
    await db.updateTable('users').set({ circuits }).where('id', '=', limited.user.id).execute()
    expect((await send(limited, spanish)).statusCode).toBe(409)
    expect((await limited.inject({ url: '/api/columns' })).statusCode).toBe(409)
  })

  it('is deleted after a day, and so is a file without a row', async () => {
    const { db, files, user } = await startWorld()
    const { id } = (await send(user, spanish)).json().upload
    await files.write(uploadedSheetKey('left'), Buffer.from('x'), 'application/octet-stream')
    const start = Date.now()
    const sweepAfter = (ms: number) => {
      setClock(start + ms)
      return sweepUploadedSheets({ db, files })
    }
    expect(await sweepAfter(dayMs - 60_000)).toBe(0)
    expect(await sweepAfter(dayMs + 60_000)).toBe(2)
    expect(await files.list('sheets')).toEqual([])
    await files.write('sheets/.left.part', Buffer.from('x'), 'application/octet-stream')
    expect(await sweepAfter(9 * 60_000)).toBe(0)
    expect(await sweepAfter(11 * 60_000)).toBe(1)
    setClock(start)
    expect((await describeUpload(user, id)).statusCode).toBe(404)
  })
})

describe('a match', () => {
  const columns = ['Nombre', 'Apellidos', 'Circuito', 'Congregación'].map((title, at) => ({
    title,
    use: ['First Name', 'Last Name', 'Circuit', 'Congregation'][at],
    slot: null,
  }))
  const match = { columns, nameOrder: 'last-word', words: [] }
  it('is saved by an administrator, found by the titles in any order, changed and deleted', async () => {
    const { user, admin } = await startWorld()
    expect((await save(user, { name: 'Roster', match })).statusCode).toBe(403)
    const { storedMatch } = (await save(admin, { name: 'Roster', match })).json()
    const text = 'CONGREGACIÓN,circuito,Apellidos,Nombre\nCentral,NY-5,Gómez,Ana\n'
    const { id } = (await send(user, text)).json().upload
    expect((await describeUpload(user, id)).json().storedMatch).toEqual(storedMatch)
    await save(admin, { name: 'Roster 2', match })
    const listed = (await user.inject({ url: '/api/column-matches' })).json().matches
    expect(listed).toMatchObject([{ key: storedMatch.key, name: 'Roster 2' }])
    const gone = await admin.inject({
      method: 'DELETE',
      url: `/api/column-matches/${storedMatch.key}`,
    })
    expect(gone.statusCode).toBe(200)
    expect((await describeUpload(user, id)).json().storedMatch).toBeNull()
  })

  it('is refused without what every sheet needs, and with one use for two columns', async () => {
    const { admin } = await startWorld()
    const missing = { ...match, columns: columns.slice(0, 3) }
    expect((await save(admin, { name: 'Roster', match: missing })).json().message).toBe(
      "Say which columns hold 'Congregation'. Every sheet needs them.",
    )
    const twice = [...columns, { title: 'Grupo', use: 'Circuit', slot: null }]
    expect(
      (await save(admin, { name: 'Roster', match: { ...match, columns: twice } })).json().message,
    ).toBe("Two columns are matched with 'Circuit'. Choose one, and leave the other out.")
    expect((await save(admin, { name: ' ', match })).json().message).toBe('A name is required')
  })

  it('never reads emergency contacts into a column that every user sees', async () => {
    const { admin } = await startWorld()
    const saveWith = (title: string, use: string) =>
      save(admin, {
        name: 'Roster',
        match: { ...match, columns: [...columns, { title, use, slot: null }] },
      })
    const titles = [
      'Emergency Contact Phone',
      ' EMERGENCY CONTACT phone',
      'ICE phone',
      'phoneEmergency',
    ]
    for (const title of [...titles, 'Notfallnummer', 'Экстренный телефон']) {
      const refused = await saveWith(title, 'Mobile Phone')
      expect(refused.statusCode).toBe(400)
      expect(refused.json().message).toBe(
        `'${title}' cannot be read as 'Mobile Phone': it would show emergency contacts to everybody. Match it with a column of emergency contacts, or leave it out.`,
      )
    }
    for (const use of ['Emergency Contact Phone', 'Emergency Contact Notes', 'Leave out']) {
      expect((await saveWith('Emergency Contact Phone', use)).statusCode).toBe(200)
    }
    expect((await saveWith('Notfallnummer', 'Emergency Contact Phone')).statusCode).toBe(200)
    expect((await saveWith('Helps in emergencies', 'Double Shifts')).statusCode).toBe(200)
    expect((await saveWith('Office phone', 'Mobile Phone')).statusCode).toBe(200)
    expect((await saveWith('Phone 2', 'Emergency Contact Phone')).statusCode).toBe(200)
  })
})

it('answers an empty sheet with our titles', async () => {
  const { user } = await startWorld()
  const answer = await user.inject({ url: '/api/sheets/template' })
  expect(answer.headers['content-disposition']).toContain('Volunteers.xlsx')
  const { id } = (await send(user, answer.rawPayload, 'Volunteers.xlsx')).json().upload
  expect((await describeUpload(user, id)).json().head).toMatchObject({
    fits: true,
    sheetName: 'Data_Import',
  })
})
