import { describe, expect, it } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { describeReject } from './sheet-rejects.ts'
import type { StoredHeader } from './stored-rows.ts'

const header = ['First Name', 'Last Name', 'Circuit', 'Congregation', 'Locust ID', 'Trained']
const ann = ['Ann', 'Lee', 'NY-1', 'Park', '', 'yes']
const bo = ['Bo', 'Ray', 'NY-1', 'Park', '', '']

async function read(rows: string[][], { isDelimited = false } = {}) {
  const told: number[] = []
  async function* source() {
    yield* rows
  }
  const headers: StoredHeader[] = []
  const unknown: string[] = []
  const options = {
    onProgress: (count: number) => void told.push(count),
    onHeader: (header: StoredHeader) => void headers.push(header),
    onUnknownColumn: (title: string) => void unknown.push(title),
    isDelimited,
  }
  const pieces = await Array.fromAsync(readSheet(source(), options))
  const rawRows = pieces.flat()
  const entries = rawRows.flatMap(({ entry }) => entry ?? [])
  const skipped = rawRows.flatMap(({ reject }) => (reject ? describeReject(reject) : []))
  return { rawRows, entries, skipped, told, headers, unknown }
}

const names = (content: Awaited<ReturnType<typeof read>>) =>
  content.entries.map(({ volunteer }) => volunteer.firstName)

describe('readSheet', () => {
  it('reads every row below the header, wherever that is among the first rows', async () => {
    const content = await read([['Volunteers'], [], header, ann, bo])
    expect(names(content)).toEqual(['Ann', 'Bo'])
    expect(content.rawRows.map(({ rowIndex }) => rowIndex)).toEqual([4, 5])
    expect(content.headers).toEqual([{ headerRow: 3, titles: header, isDelimited: false }])
    expect([content.skipped, content.told]).toEqual([[], []])
  })

  it('skips a row with a cell longer than spreadsheet programs allow, and cuts that cell', async () => {
    const long = 'x'.repeat(32_768)
    const rows = [header, [...ann.slice(0, 4), '', '', long], [...bo.slice(0, 5), long.slice(1)]]
    const content = await read(rows)
    expect(names(content)).toEqual(['Bo'])
    expect(content.skipped).toEqual(['Row 2 skipped: the cell has more than 32,767 characters.'])
    expect(content.rawRows[0]?.reject?.columnTitle).toBe('Column 7')
    const raw = JSON.parse(content.rawRows[0]?.rawData ?? '')
    expect(raw['Column 7']).toBe(`${long.slice(1)}…`)
  })

  it.each([
    ['First Name', 0],
    ['Last Name', 1],
    ['Circuit', 2],
    ['Congregation', 3],
  ])('skips a row whose %s is too long for a report', async (title, position) => {
    const fits = bo.with(position, '道'.repeat(200))
    const content = await read([header, ann.with(position, '道'.repeat(201)), fits])
    expect(content.entries).toHaveLength(1)
    expect(content.skipped).toEqual([
      'Row 2 skipped: the name has more than 200 characters, too many for a report.',
    ])
    expect(content.rawRows[0]?.reject?.columnTitle).toBe(title)
  })

  it('skips a row of a delimited file that a comma in a cell has shifted', async () => {
    const shifted = ['Ann', 'Lee', 'Jr.', 'NY-1', 'Park', '', 'yes']
    const rows = [header, bo, [...bo.with(0, 'Cy'), '', ' '], shifted]
    const content = await read(rows, { isDelimited: true })
    expect(names(content)).toEqual(['Bo', 'Cy'])
    expect(content.skipped).toEqual([
      'Row 4 skipped: it has more cells than there are titles, so a comma or another separator in one of them is not between quotation marks.',
    ])
    expect(content.rawRows.at(-1)?.reject?.columnTitle).toBe('Column 7')
    // Read again from what is stored, it is nobody.
    const stored = JSON.parse(content.rawRows.at(-1)?.rawData ?? '')
    expect(stored).not.toHaveProperty('Circuit')
    expect(names(await read(rows))).toEqual(['Bo', 'Cy', 'Ann'])
  })

  it('treats cells after the last title as a column where most rows have one', async () => {
    const rows = [header, [...ann, 'note'], [...bo, 'note'], bo.with(0, 'Cy')]
    const content = await read(rows, { isDelimited: true })
    expect(names(content)).toEqual(['Ann', 'Bo', 'Cy'])
    expect(content.unknown).toEqual(['Column 7'])
  })

  it('reads a day merged over start and end as one time, also from the stored rows', async () => {
    const titles = [...header.slice(0, 4), 'Monday', '']
    const rows = [
      [...ann.slice(0, 4), '11:00', '14:00'],
      [...bo.slice(0, 4), 'x', ''],
      [...bo.slice(0, 4).with(0, 'Cy'), '9 am', '1 pm'],
    ]
    const content = await read([titles, ...rows])
    const again = await read([[...(content.headers[0]?.titles ?? [])], ...rows])
    for (const { entries, unknown } of [content, again]) {
      const slots = entries.map(({ volunteer }) =>
        volunteer.availability.map((slot) => slot.timeSlot),
      )
      expect(slots).toEqual([['11:00-14:00'], ['Morning', 'Afternoon', 'Evening'], ['9 am-1 pm']])
      expect(unknown).toEqual([])
    }
  })

  it('treats what is to the right of a day, and is not a time, as an unknown column', async () => {
    const titles = [...header.slice(0, 4), 'Monday', '']
    const content = await read([titles, [...ann.slice(0, 4), '11:00', 'Lobby']])
    expect(content.entries[0]?.volunteer.availability).toEqual([
      { dayOfWeek: 'Monday', timeSlot: '11:00' },
    ])
    expect(content.unknown).toEqual(['Column 6'])
  })

  it('ignores blank rows everywhere', async () => {
    const blank = ['', ' ', '']
    const content = await read([header, blank, ann, [], blank, bo, blank])
    expect(names(content)).toEqual(['Ann', 'Bo'])
    expect(content.rawRows.map(({ rowIndex }) => rowIndex)).toEqual([3, 6])
    expect(content.skipped).toEqual([])
  })

  it('stores the cells that are not blank, under their titles, also beyond the header', async () => {
    const content = await read([header, [...ann, '', 'extra']])
    expect(JSON.parse(content.rawRows[0]?.rawData ?? '')).toEqual({
      'First Name': 'Ann',
      'Last Name': 'Lee',
      Circuit: 'NY-1',
      Congregation: 'Park',
      Trained: 'yes',
      'Column 8': 'extra',
    })
  })

  it('stores skipped rows as raw rows, with the reason', async () => {
    const nameless = ['', 'Lee', 'NY-1', 'Park', 'L1', '']
    const content = await read([header, nameless, ann])
    expect(content.skipped).toEqual(["Row 2 skipped: 'First Name' is blank."])
    expect(content.rawRows).toHaveLength(2)
    expect(names(content)).toEqual(['Ann'])
  })

  it('skips a second row of titles that has one text in all required columns', async () => {
    const second = header.map(() => 'Open-Ended Response')
    const content = await read([header, second, ann])
    expect(content.skipped).toEqual(['Row 2 skipped: its required columns all have the same text.'])
    expect(names(content)).toEqual(['Ann'])
  })

  it('skips a repeated header in any spelling', async () => {
    const again = header.map((title) => title.toUpperCase().replace(' ', '_'))
    const content = await read([header, ann, again, bo, again.with(2, 'NY-1')])
    expect(content.skipped).toEqual(['Row 3 skipped: it repeats the titles of the columns.'])
    expect(names(content)).toEqual(['Ann', 'Bo', 'FIRST_NAME'])
  })

  it('reads each person once, by Locust ID or by name and place', async () => {
    const withId = (row: string[], id: string) => row.with(4, id)
    const content = await read([
      header,
      ann,
      withId(ann, 'L1'),
      withId(bo, 'L1'),
      bo,
      ann.with(0, 'ANN'),
      ann.with(3, 'Hill'),
    ])
    expect(names(content)).toEqual(['Ann', 'Ann', 'Bo', 'Ann'])
    expect(content.skipped).toEqual([
      'Row 4 skipped: its Locust ID is already in row 3, so this later row is left out.',
      'Row 6 skipped: the same name in the same congregation, without a Locust ID, is already in row 2, so this later row is left out.',
    ])
  })

  it('does not mistake a Locust ID for the name of a person', async () => {
    const odd = `person Ann\u001fLee\u001fPark\u001fNY-1`.toLowerCase()
    expect(names(await read([header, ann, bo.with(4, odd)]))).toEqual(['Ann', 'Bo'])
  })

  it('reads what each cell means, with warnings', async () => {
    const { entries } = await read([header, ann.with(5, 'perhaps')])
    expect(entries[0]).toMatchObject({
      volunteer: { firstName: 'Ann', trained: false },
      warnings: [
        { kind: 'flag', column: 'Trained', reason: 'is neither yes nor no and counts as no' },
      ],
    })
  })

  it('reports progress every 500 rows', async () => {
    const rows = Array.from({ length: 1_100 }, (_, index) => ann.with(0, `Ann ${index}`))
    const content = await read([header, ...rows])
    expect(content.told).toEqual([500, 1_000])
    expect(content.entries).toHaveLength(1_100)
  })

  it('throws where there is no header row', async () => {
    await expect(read([])).rejects.toMatchObject({ kind: 'unreadable-sheet' })
    await expect(read([ann, bo])).rejects.toThrow('no header row')
  })

  it('refuses a row of thousands of columns as it is read', async () => {
    const wide = Array.from({ length: 16_384 }, () => 'x')
    await expect(read([header, wide])).rejects.toMatchObject({
      problem: 'unreadable',
      message: expect.stringMatching(/^The sheet has 16,384 columns, more than the 500/),
    })
  })
})

describe('a form that somebody has answered twice', () => {
  const titles = ['Timestamp', ...header.slice(0, 4), 'Mobile Phone', 'Email Address']
  const answer = (time: string, phone: string, mail = 'pia@example.org') => [
    ...[time, 'Pia', 'Twice', 'NY-1', 'Park'],
    ...[phone, mail],
  ]
  const phones = ({ entries }: Awaited<ReturnType<typeof read>>) =>
    entries.map(({ volunteer }) => volunteer.mobilePhone)

  it.each([
    ['11/1/2026 9:00:00', '11/20/2026 21:15:00'],
    ['1/11/2026 9:00:00', '20/11/2026 21:15:00'],
    ['2026. 11. 1 오전 11:00:00', '2026. 11. 1 오후 1:00:00'],
    ['2026-11-01T09:00:00Z', '2026-11-01T09:00:01Z'],
    ['', ''],
  ])('counts the later answer: after %o that of %o', async (first, second) => {
    const content = await read([titles, answer(first, '555-0101'), answer(second, '555-0199')])
    expect(phones(content)).toEqual(['555-0199'])
    expect(content.skipped).toEqual([
      'Row 2 skipped: the same person answered again in row 3, and that answer counts.',
    ])
    expect(content.rawRows.map(({ rowIndex }) => rowIndex)).toEqual([2, 3])
    expect(content.unknown).toEqual([])
  })

  it('knows the time of answering by a title in one word, too', async () => {
    const [, ...others] = titles
    const rows = [answer('11/1/2026', '555-0101'), answer('11/2/2026', '555-0199')]
    expect(phones(await read([['submittedAt', ...others], ...rows]))).toEqual(['555-0199'])
  })

  it('counts the later answer of a sheet with the newest on top, and of three the last', async () => {
    const sorted = await read([
      titles,
      answer('11/20/2026 9:00', '555-0199'),
      answer('11/1/2026 21:15', '555-0101'),
    ])
    expect(phones(sorted)).toEqual(['555-0199'])
    expect(sorted.skipped).toEqual([
      'Row 3 skipped: the same person answered again in row 2, and that answer counts.',
    ])
    const three = await read([
      titles,
      answer('11/1/2026', '555-0101'),
      answer('11/2/2026', '555-0102'),
      answer('11/3/2026', '555-0102', 'new@example.org'),
    ])
    expect(phones(three)).toEqual(['555-0102'])
    expect(three.entries[0]?.volunteer.emailAddress).toBe('new@example.org')
    expect(three.skipped).toHaveLength(2)
  })

  it('says without a time that the later row is left out', async () => {
    const [first, second] = [answer('', '555-0101'), answer('', '555-0199')]
    const content = await read([titles, first, second].map((cells) => cells.slice(1)))
    expect(phones(content)).toEqual(['555-0101'])
    expect(content.skipped).toEqual([
      'Row 3 skipped: the same name in the same congregation, without a Locust ID, is already in row 2, so this later row is left out.',
    ])
  })

  it('yields the rows of a long form in pieces, too', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => answer('11/1/2026', '').with(2, `P${at}`))
    const content = await read([titles, ...rows, rows[0]?.with(0, '11/2/2026') ?? []])
    expect([content.entries.length, content.rawRows.length]).toEqual([1_200, 1_201])
  })
})
