import type { ColumnMatch, ColumnUse, NameOrder } from '@dashboard/contract/columns'
import { ColumnMatch as ColumnMatchSchema, missingUses } from '@dashboard/contract/columns'
import { days } from '@dashboard/contract/days'
import { describe, expect, it } from 'vitest'
import { type ForeignSheet, foreignSheets } from '../../test/foreign-sheets.ts'
import { slotsByDay, slotsOfDay } from './day-cells.ts'
import { readWords } from './day-tokens.ts'
import { matchRows } from './match-rows.ts'
import { findTitles, proposeMatch } from './propose-match.ts'

async function* each(rows: readonly string[][]) {
  for (const row of rows) yield [...row]
}

function propose({ rows, choices = {} }: ForeignSheet) {
  const head = findTitles(rows)
  if (head === undefined) throw new Error('No titles were found')
  const { match, certainty } = proposeMatch(rows[head] ?? [], rows.slice(head + 1))
  for (const [title, use] of Object.entries(choices)) {
    if (title === 'nameOrder') match.nameOrder = use as NameOrder
    const column = match.columns.find((each) => each.title === title)
    if (column) column.use = use as ColumnUse
  }
  return { head, match, certainty }
}

async function readMatched(sheet: ForeignSheet, match: ColumnMatch, head: number) {
  const titles = sheet.rows[head]
  const matched: string[][] = []
  const findMatch = (cells: string[]) => (cells.join() === titles?.join() ? match : undefined)
  for await (const row of matchRows(each(sheet.rows), { findMatch })) matched.push(row)
  expect(matched).toHaveLength(sheet.rows.length)
  const [ours = [], ...people] = matched.slice(head)
  return people.map((cells) => Object.fromEntries(ours.map((title, at) => [title, cells[at]])))
}

const expected = [
  {
    'First Name': 'Ana María',
    'Last Name': 'Gómez',
    'Mobile Phone': '+1 212 555 0101',
    'Email Address': 'ana@example.org',
    Circuit: 'NY-5',
    Congregation: 'Central',
    Available: 'yes',
    Saturday: 'Morning; Afternoon',
  },
  {
    'First Name': 'Luis',
    'Last Name': 'Ortega Ruiz',
    'Mobile Phone': '+1 212 555 0102',
    'Email Address': 'luis@example.org',
    Circuit: 'NY-6',
    Congregation: 'Riverside',
    Available: 'no',
    Saturday: '',
  },
]

describe('proposeMatch', () => {
  it('gives a column to our own title, wherever it is', () => {
    const { match } = proposeMatch(['Phone', 'Mobile Phone'], [['212 555 0101', '212 555 0102']])
    expect(match.columns.map(({ use }) => use)).toEqual(['Leave out', 'Mobile Phone'])
  })
})

describe('titles of other sheets', () => {
  const phones = ['(212) 555-0101', '(212) 555-0102', '(212) 555-0103']
  const usesOf = (columns: Record<string, string[]>) => {
    const lists = Object.values(columns)
    const rows = [0, 1, 2].map((row) => lists.map((cells) => cells[row] ?? ''))
    const { match } = proposeMatch(Object.keys(columns), rows)
    return Object.fromEntries(match.columns.map(({ title, use, slot }) => [title, slot ?? use]))
  }

  it('chooses the telephone that is marked as the mobile one', () => {
    expect(usesOf({ 'Phone (H)': phones, 'Phone (C)': phones, 'Phone (W)': phones })).toEqual({
      'Phone (H)': 'Leave out',
      'Phone (C)': 'Mobile Phone',
      'Phone (W)': 'Leave out',
    })
  })

  it.each(['ID', 'No', 'Member ID'])('does not read row numbers below %o as IDs', (title) => {
    expect(usesOf({ [title]: ['1', '2', '3'] })).toEqual({ [title]: 'Leave out' })
    expect(usesOf({ 'Volunteer ID': ['417', '92', '3301'] })).toEqual({
      'Volunteer ID': 'Locust ID',
    })
  })

  it.each([
    ['M T W Th F Sa Su', 0],
    ['M T W R F', 0],
    ['S M T W T F S', 6],
    ['L M X J V S D', 0],
    ['S T Q Q S S D', 0],
    ['月 火 水 木 金 土 日', 0],
    ['T2 T3 T4 T5 T6 T7 CN', 0],
  ])('recognizes the days of %o', (letters, first) => {
    const titles = letters.split(' ')
    const { match } = proposeMatch(['Name', ...titles], [['Ann Lee', ...titles.map(() => 'x')]])
    const uses = match.columns.slice(1).map(({ use }) => use)
    expect(uses).toEqual(titles.map((_, at) => days[(first + at) % 7]))
  })

  it.each([
    ['○ × △', ['Morning; Afternoon; Evening', '', ''], 'yes'],
    ['○ x △', ['Morning; Afternoon; Evening', '', ''], 'yes'],
    ['● ○ ×', ['Morning; Afternoon; Evening', '', 'Morning; Afternoon; Evening'], 'no'],
  ])('reads the marks %s as people use them together', (marks, slots, circle) => {
    const cells = marks.split(' ')
    const titles = ['Name', 'Trained', 'Monday']
    const { words } = proposeMatch(
      titles,
      cells.map((mark) => ['Ann Lee', '○', mark]),
    ).match
    const read = readWords(words)
    expect(cells.map((mark) => slotsOfDay(mark, read, null).slots)).toEqual(slots)
    expect(read.flag('○')).toBe(circle)
    expect(words).toContainEqual({ kind: 'flag', word: '○', meaning: circle })
  })

  it('gives lists of days below a time that time', () => {
    expect(usesOf({ 'Which days? [Mornings]': ['Mon, Tue', 'Wed', 'Sat'] })).toEqual({
      'Which days? [Mornings]': 'Morning',
    })
  })

  it.each([
    ['Name (first & last)', 'Full Name', ['Ann Lee', 'Bo Kim', 'Cy Do']],
    ['Last, First', 'Full Name', ['Lee, Ann', 'Po, Bo', 'Do, Cy']],
    ['氏名', 'Full Name', ['山田太郎', '佐藤花子', '鈴木一郎']],
    ['Pangalan', 'Full Name', ['Ana Cruz', 'Ben Reyes', 'Carlo Dy']],
    ['Text number', 'Mobile Phone', phones],
    ['携帯電話', 'Mobile Phone', phones],
    ['Circ', 'Circuit', ['1', '2', '3']],
    ['会衆', 'Congregation', ['東', '西', '東']],
    ['Kongregasyon', 'Congregation', ['Uno', 'Dos', 'Uno']],
    ['MemberID', 'Locust ID', ['CH001', 'CH002', 'CH003']],
    ['emailAddress', 'Email Address', ['a@x.org', '', 'b@x.org']],
    ['phoneMobile', 'Mobile Phone', phones],
    ['WhatsApp', 'Mobile Phone', phones],
    ['congregationName', 'Congregation', ['East', 'West', 'East']],
    ['circuitNumber', 'Circuit', ['1', '2', '3']],
    ['fullName', 'Full Name', ['Ann Lee', 'Bo Kim', 'Cy Do']],
    ['postalCode', 'Zip Code', ['10001', '10002', '10003']],
    ['phoneEmergency', 'Emergency Contact Phone', phones],
    ['ICEPhone', 'Emergency Contact Phone', phones],
    ['availableDays', 'Days', ['Mon', 'Tue', 'Wed']],
    ['availableMonday', 'Monday', ['x', '', 'x']],
    ['Date trained', 'Trained', ['1/2/2020', '', '2/2/2022']],
    ['Orientation date', 'Orientation', ['1/2/2020', '', '2/2/2022']],
    ['Still available?', 'Available', ['yes', 'no', 'yes']],
    ['Max shifts/wk', 'Max Shifts Per Week', ['1', '2', '1']],
  ])('%s is %s', (title, use, cells) => {
    expect(usesOf({ [title]: cells })).toEqual({ [title]: use })
  })
})

describe('sheets that nobody wrote for the dashboard', () => {
  it.each(foreignSheets)('$name', async (sheet) => {
    const { head, match } = propose(sheet)
    expect(ColumnMatchSchema.parse(match)).toEqual(match)
    expect(missingUses(match)).toEqual([])
    const people = await readMatched(sheet, match, head)
    const wanted = expected.map((person, at) => {
      const [first, last] = sheet.names?.[at] ?? [person['First Name'], person['Last Name']]
      return expect.objectContaining({ ...person, 'First Name': first, 'Last Name': last })
    })
    expect(people).toEqual(wanted)
  })

  it('needs no manual choice for most of them', () => {
    expect(foreignSheets).toHaveLength(15)
    expect(
      foreignSheets.filter(({ choices }) => choices === undefined).length,
    ).toBeGreaterThanOrEqual(12)
  })
})

describe('a title', () => {
  const phones = ['212-555-0100', '212-555-0101']
  const days = ['Mon, Tue', 'Sat']
  it.each([
    ['Spouse cell', phones],
    ['Captain cell', phones],
    ['Leader phone', phones],
    ['Office', phones],
    ['Church phone', phones],
    ["Mother's phone", phones],
    ['Teléfono de la madre', phones],
    ['Telefone do responsável', phones],
    ['Téléphone du parrain', phones],
    ['Telefon des Paten', phones],
    ['Телефон матери', phones],
    ['인도자 전화번호', phones],
    ['Teacher e-mail', ['a@b.org', 'c@d.org']],
    ['Member number', ['100200301', '100200302']],
    ['Member code', ['CH001', 'CH002']],
    ['captainPhone', phones],
    ['phoneOffice', phones],
    ['memberNumber', ['100200301', '100200302']],
    ['Apartment', ['Apt 4', 'Apt 12']],
    ['Midweek meeting', ['Thursday 7:00 PM', 'Wednesday 7:30 PM']],
    ['Captain', ['Sam Lead', 'Sam Lead']],
    ['Baptized', ['Sunday, June 4, 1995', 'Saturday, May 2, 2001']],
    ['When', ['Monday, October 5, 2026', 'Tuesday, October 6, 2026']],
    ['When do you work? [Monday]', ['x', '']],
    ['Day', days],
    ['Turno', days],
    ['Location', ['Queens', 'Bronx']],
    ['Notes', ['has a car', 'call first']],
    ['Cell', ['Group 3', 'Group 5']],
    ['Phone', ['iPhone 15', 'Android']],
    ['Mobile (parents)', phones],
    ['Mobil Ehepartner', phones],
    ['Teléfono del esposo', phones],
    ['Fax', phones],
    ['ID number', ['2125550100', '2125550101']],
    ['E-mail of guardian', ['a@b.org', 'c@d.org']],
    ['Circuit Overseer', ['Al Moe', 'Bo Lee']],
    ['Congregation elder', ['Al Moe', 'Bo Lee']],
    ['Unavailable days', days],
    ['Days NOT available', days],
    ['Off days', days],
    ['Días no disponibles', days],
    ['Unavailable [Monday]', ['x', '']],
    ['IP Address', ['192.168.100.12', '203.100.113.7']],
    ['Latitude', ['40.7127753', '40.7306100']],
    ['SSN', ['123-45-6789', '123-45-6780']],
    ['Congregation phone', phones],
    ['Roommate phone', phones],
    ['WhatsApp?', ['Yes', 'No']],
    ['Volunteer?', ['Yes', 'No']],
    ['M/F', ['M', 'F']],
    ['Email', ['anonymous', 'anonymous']],
    ['M/W', ['W', 'M']],
    ['Sex (M/F)', ['F', 'M']],
    ['Training needed', ['yes', 'no']],
    ['Referrer e-mail', ['a@b.org', 'c@d.org']],
    ['Cong phone', phones],
    ['Not trained', ['yes', 'no']],
    ['Needs training', ['yes', 'no']],
  ])("'%s' is left out, as it belongs to somebody else or says what is not", (title, cells) => {
    const { match } = proposeMatch(
      ['Name', title],
      cells.map((cell, index) => [`Ann Lee ${index}`, cell]),
    )
    expect(match.columns[1]?.use).toBe('Leave out')
  })

  it.each([
    ['Trained (Yes/No)', ['yes', 'no'], 'Trained'],
    ['Available Y/N', ['yes', 'no'], 'Available'],
    ['Phone No.', phones, 'Mobile Phone'],
    ['Availability', ['Yes', 'No'], 'Available'],
    ['Availability >> Monday >> Morning', ['x', ''], 'Monday'],
    ['Available Mondays', ['9-12', ''], 'Monday'],
    ['Monday available?', ['yes', ''], 'Monday'],
    ['Are you currently available?', ['yes', 'no'], 'Available'],
    ['E-mail ID', ['a@b.org', 'c@d.org'], 'Email Address'],
    ['ICE phone', phones, 'Emergency Contact Phone'],
    ['Emergency contact', phones, 'Emergency Contact Phone'],
    ['Notfallkontakt', phones, 'Emergency Contact Phone'],
    ['Notfallkontakt', ['a@b.org', 'c@d.org'], 'Emergency Contact Email'],
    ['Teléfono de emergencia', phones, 'Emergency Contact Phone'],
    ['Emergency contact', ['Bo Lee', 'Al Moe'], 'Emergency Contact Name'],
    ['Liên hệ khẩn cấp', ['Bo Lee', 'Al Moe'], 'Emergency Contact Name'],
    ['Контакт для экстренной связи', ['Bo Lee', 'Al Moe'], 'Emergency Contact Name'],
    ['Volunteer cell', phones, 'Mobile Phone'],
    ['봉사자 연락처', phones, 'Mobile Phone'],
    ['Teléfono / Phone', phones, 'Mobile Phone'],
    ['Celular (WhatsApp)', phones, 'Mobile Phone'],
    ['Моб. тел.', phones, 'Mobile Phone'],
    ['¿Está capacitado?', ['Sí', 'No'], 'Trained'],
    ['2. What is your cell phone number?', phones, 'Mobile Phone'],
    ['Which days can you serve?', days, 'Days'],
    ['What times are you free to help? [Monday]', ['Morning', ''], 'Monday'],
    ['¿Cuándo puedes servir? [Lunes]', ['Mañana', ''], 'Monday'],
    ['Thứ 2', ['sáng', ''], 'Monday'],
    ['Thứ 3', ['sáng', ''], 'Tuesday'],
    ['Thứ 7', ['sáng', ''], 'Saturday'],
    ['Chủ nhật', ['sáng', ''], 'Sunday'],
  ])("'%s' has the use that it names", (title, cells, use) => {
    const rows = cells.map((cell, index) => [`Ann Lee ${index}`, cell])
    expect(proposeMatch(['Name', title], rows).match.columns[1]?.use).toBe(use)
  })
})

it('reads a word as an administrator has said it is meant', () => {
  const words = readWords([
    { kind: 'flag', word: 'Pendiente', meaning: 'no' },
    { kind: 'slot', word: 'Turno 1', meaning: 'Morning; Midday' },
    { kind: 'day', word: 'D1', meaning: 'Monday' },
  ])
  expect(words.flag('PENDIENTE ')).toBe('no')
  expect(slotsOfDay('turno 1', words, null).slots).toBe('Morning; Midday')
  expect([...slotsByDay('D1 turno 1', words).byDay]).toEqual([['Monday', 'Morning; Midday']])
})

it('asks which of two columns to use where either could be meant', () => {
  const { match, questions } = proposeMatch(
    ['Your phone number', 'Phone', 'First Name', 'First name (again)'],
    [['+1 212 555 0101', '+1 212 555 0102', 'Ann', 'Ann']],
  )
  expect(match.columns.map(({ use }) => use)).toEqual([
    'Leave out',
    'Leave out',
    'First Name',
    'Leave out',
  ])
  expect(questions).toEqual([{ use: 'Mobile Phone', positions: [0, 1] }])
})

it.each([
  ['Mobile Phone', ['212-555-0101', '212-555-0102']],
  ['Email Address', ['ann@example.org', 'bo@example.org']],
])('asks about a column that is %o by its cells only', (use, cells) => {
  const rows = cells.map((cell) => ['Ann Lee', cell])
  const { match, questions } = proposeMatch(['Name', 'Reach at'], rows)
  expect(match.columns[1]?.use).toBe('Leave out')
  expect(questions).toEqual([{ use, positions: [1] }])
})

it('asks about no dates, IDs of seven digits or answers as if they were numbers or names', () => {
  const { match, questions } = proposeMatch(
    ['Volunteer?', 'Born', 'Member', 'Circuit'],
    [
      ['Yes', '10/12/1980', '5550101', '1'],
      ['No', '11/12/1981', '5550102', '2'],
    ],
  )
  expect(match.columns.map(({ use }) => use)).toEqual([
    'Leave out',
    'Leave out',
    'Leave out',
    'Circuit',
  ])
  expect(questions).toEqual([])
})

it('asks whose the telephone is behind the names of others and another column', () => {
  const { match, questions } = proposeMatch(
    ['Captain', 'Group', 'Phone', 'Volunteer'],
    [
      ['Sam Lead', '3', '917-555-0900', 'Ann Lee'],
      ['Sam Lead', '4', '917-555-0900', 'Bo Kim'],
    ],
  )
  expect(match.columns[2]?.use).toBe('Leave out')
  expect(questions).toEqual([{ use: 'Mobile Phone', positions: [2] }])
})

it('distinguishes a word from its doubtful form', () => {
  const { match } = proposeMatch(
    ['Disponible', 'Lunes'],
    [
      ['Sí?', 'AM?'],
      ['Sí', 'AM'],
    ],
  )
  const meanings = match.words.map(({ word, meaning }) => `${word}: ${meaning}`)
  expect(meanings).toEqual(['Sí?: ', 'Sí: yes', 'AM?: ', 'AM: Morning'])
  const words = readWords(match.words)
  expect([words.flag('Sí'), words.slot('AM'), words.slot('AM?')]).toEqual(['yes', 'Morning', ''])
})

it('shows words of flags and slots that are not ours, with the meaning they are given', () => {
  const { match } = proposeMatch(
    ['Disponible', 'Lunes'],
    [
      ['sí', 'mañana; luego'],
      ['quizás', 'x'],
      ['no', 'Morning'],
    ],
  )
  expect(match.words).toEqual([
    { kind: 'flag', word: 'sí', meaning: 'yes' },
    { kind: 'flag', word: 'quizás', meaning: '' },
    { kind: 'slot', word: 'mañana', meaning: 'Morning' },
    { kind: 'slot', word: 'luego', meaning: 'luego' },
    { kind: 'slot', word: 'x', meaning: 'Morning; Afternoon; Evening' },
  ])
})

const people = ['Anna Novak', 'Ben Ortiz']
const usesOf = (titles: string[], ...rows: string[][]) =>
  proposeMatch(titles, rows).match.columns.map(({ use }) => use)

it.each([
  [
    ['Phone', 'Mobile'],
    ['Leave out', 'Mobile Phone'],
  ],
  [
    ['Mobile', 'Phone'],
    ['Mobile Phone', 'Leave out'],
  ],
  [
    ['Telefon', 'Handy'],
    ['Leave out', 'Mobile Phone'],
  ],
  [
    ['Teléfono', 'Celular'],
    ['Leave out', 'Mobile Phone'],
  ],
  [
    ['Home phone', 'Cell'],
    ['Leave out', 'Mobile Phone'],
  ],
  [
    ['Phone', 'Phone'],
    ['Leave out', 'Leave out'],
  ],
])('proposes of the telephones %j the mobile one', (titles, uses) => {
  expect(usesOf(titles, ['212-555-0101', '917-555-0101'])).toEqual(uses)
})

it.each([
  ['Spouse', 'Leave out'],
  ['Captain', 'Leave out'],
  ['Emergency Contact', 'Emergency Contact Phone'],
])("never proposes a telephone after a column %o as the volunteer's", (other, use) => {
  const row = ['Bo Lee', '212-555-0199', 'Ann Lee', '212-555-0101']
  const uses = usesOf([other, 'Cell', 'Name', 'Cell'], row)
  expect(uses.slice(1)).toEqual([use, 'Full Name', 'Mobile Phone'])
})

it.each([
  ['Bo Lee', 'Emergency contact,Phone', 'Emergency Contact Phone'],
  ['Bo Lee', 'ICE,Cell', 'Emergency Contact Phone'],
  ['Bo Lee', 'Emergency contact,Mobile Phone', 'Mobile Phone'],
  ['Bo Lee 212-555-0199', 'Emergency contact,Phone', 'Mobile Phone'],
])('with %o below the first of %o, proposes the second as %s', (contact, titles, use) => {
  const row = ['Ann Lee', contact, '212-555-0101']
  expect(usesOf(['Name', ...titles.split(',')], row, row)[2]).toBe(use)
})

it.each([
  ['Days (Mon, Tue, Wed)', null],
  ['Mo-Fr Morning', 'Morning'],
  ['Weekends', null],
])('reads lists of days below %o, which names the days that they may have', (title, slot) => {
  const { match } = proposeMatch(
    ['Name', title],
    [
      ['Ann Lee', 'Mon, Tue'],
      ['Bo Lee', 'Sat'],
    ],
  )
  expect(match.columns[1]).toEqual({ title, use: 'Days', slot })
})

it("does not propose the number of one of two unknown people as the volunteer's", () => {
  const row = ['Ann Lee', 'Bo Lee', '212-555-0199']
  expect(usesOf(['Participant', 'Contact', 'Contact number'], row, row)[2]).toBe('Leave out')
  expect(usesOf(['', 'Phone'], ['Ann Lee', '212-555-0101'])[1]).toBe('Mobile Phone')
})

it('does not mistake the English Thu for the Vietnamese Thứ', () => {
  expect(slotsByDay('Thu 3:00-5:00', readWords([])).byDay).toEqual(
    new Map([['Thursday', '3:00-5:00']]),
  )
  expect([...slotsByDay('Thứ 3 sáng, Chủ nhật', readWords([])).byDay.keys()]).toEqual([
    'Tuesday',
    'Sunday',
  ])
  expect(proposeMatch(['Name', 'Thu'], [['Ann Lee', 'x']]).match.columns[1]?.use).toBe('Thursday')
})

it("proposes a telephone behind the relationship of an emergency contact as that contact's", () => {
  const titles = ['Name', 'Emergency contact', 'Relationship', 'Phone']
  expect(usesOf(titles, ['Ann Lee', 'Bo Lee', 'Husband', '212-555-0199'])[3]).toBe(
    'Emergency Contact Phone',
  )
})

it("proposes an address behind an emergency contact's telephone as that contact's, too", () => {
  const row = ['Ann Lee', 'Bo Lee', '212-555-0199', 'bo@example.org']
  const titles = ['Name', 'Emergency contact', 'Phone', 'Email']
  expect(usesOf(titles, row, row).slice(1)).toEqual([
    'Emergency Contact Name',
    'Emergency Contact Phone',
    'Emergency Contact Email',
  ])
})

it('proposes the telephone that is filled', () => {
  expect(usesOf(['Phone', 'Mobile'], ['212-555-0101', ''])).toEqual(['Mobile Phone', 'Leave out'])
})

it('proposes no column that is blank, or that a survey fills itself, where another is filled', () => {
  const row = ['anonymous', '', '', '', 'Ann Lee', 'ann@example.org', '', '212-555-0101']
  const titles = 'Email,Name,First Name,Last Name,Full name,Your e-mail,Mobile Phone,Phone'
  expect(usesOf(titles.split(','), row)).toEqual([
    ...['Leave out', 'Leave out', 'Leave out', 'Leave out'],
    ...['Full Name', 'Email Address', 'Leave out', 'Mobile Phone'],
  ])
})

it.each([
  ['Nom et prénom', 'Dupont Jean', 'family-first'],
  ['Last name, first name', 'Dupont Jean', 'family-first'],
  ['Name', 'DUPONT Jean', 'family-first'],
  ['Name', '佐藤 さくら', 'family-first'],
  ['Họ tên', 'Nguyễn An', 'family-first'],
  ['Name', 'Jean Dupont', 'last-word'],
])('splits below %o the name %o by %s', (title, name, order) => {
  expect(proposeMatch([title], [[name], [name]]).match.nameOrder).toBe(order)
})

it('proposes days for a column called available whose cells are days', () => {
  expect(usesOf(['Disponible'], ['lunes, martes'], ['domingo'])).toEqual(['Days'])
  expect(usesOf(['Disponible'], ['sí'], ['lunes'])).toEqual(['Available'])
})

it('recognizes a form by its questions', () => {
  const titles = ['Timestamp', 'Your name', 'When can you serve? [Monday]', 'When? [Saturday]']
  const rows = people.map((name) => ['10/3/2026 9:14:22', name, 'Morning, Afternoon', 'Evening'])
  expect(usesOf(titles, ...rows)).toEqual(['Leave out', 'Full Name', 'Monday', 'Saturday'])
})

it.each(['Sex', 'Mar', 'Last contact', 'First aid', 'Do', 'So'])(
  'proposes neither a day nor a name for a column called %s',
  (title) => {
    expect(usesOf([title, 'Name'], ['F', 'Anna Novak'], ['M', 'Ben Ortiz'])).toEqual([
      'Leave out',
      'Full Name',
    ])
  },
)

it.each([
  ['Mon 9:00-11:00', 'Monday', '9:00-11:00'],
  ['Tue 5:30PM-7:00PM', 'Tuesday', '5:30PM-7:00PM'],
  ['Sat 2PM-4PM', 'Saturday', '2PM-4PM'],
  ['Sat_AM', 'Saturday', 'Morning'],
  ['Mon early morning', 'Monday', 'early morning'],
  ['Mon 10/5', 'Leave out', null],
  ['Mon 5.10.', 'Leave out', null],
  ['Sat from', 'Leave out', null],
  ['Samstag bis', 'Leave out', null],
  ['Mon 14.30', 'Monday', '14.30'],
  ['Monday, October 5', 'Leave out', null],
  ['Mon 5th October', 'Leave out', null],
  ['Mon 2025-10-06', 'Leave out', null],
])('reads the time in the title %s as it is written, and no date', (title, use, slot) => {
  const { match } = proposeMatch(
    ['Name', title],
    people.map((name) => [name, 'x']),
  )
  expect(match.columns[1]).toEqual({ title, use, slot })
})

it('recognizes short words for days among others', () => {
  expect(usesOf(['Lun', 'Mar', 'Mie', 'Jue'], ['x', '', '', 'x'])).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
  ])
})

it.each([
  ['Mark X on days you are NOT available', 'Leave out'],
  ['Días no disponibles', 'Leave out'],
  ['Unavailable', 'Leave out'],
  ['X = available, blank = not available', 'Monday'],
  ['Volunteers of the city', 'Monday'],
])('proposes no days below a note that turns them around: %s', (note, use) => {
  const { match } = proposeMatch(['Name', 'Mon'], [['Ann Lee', 'x']], [['', note]])
  expect(match.columns.map((column) => column.use)).toEqual(['Full Name', use])
})

it('recognizes two short words for days that follow one another', () => {
  expect(usesOf(['Sa', 'So', 'Name'], ['9-12 Uhr', 'nein', 'Ann Lee'])).toEqual([
    'Saturday',
    'Sunday',
    'Full Name',
  ])
})

it('recognizes lists of days below a time where half of them are weekends', () => {
  const titles = ['Name', 'Mornings', 'Evenings']
  expect(usesOf(titles, ['Ann Lee', 'Mon, Wed', ''], ['Bo Lee', 'weekends', 'Fri'])).toEqual([
    'Full Name',
    'Days',
    'Days',
  ])
})

it('counts how often a word occurs, across all columns', () => {
  const { match, wordCounts } = proposeMatch(
    ['Name', 'Trained', 'Available'],
    [
      ['Ann Lee', 'done 5/1', 'done 5/1'],
      ['Bo Lee', 'done 5/1', 'yes'],
    ],
  )
  expect(match.words.map((word, at) => [word.word, wordCounts[at]])).toEqual([['done 5/1', 3]])
})

it('shows what is not plainly yes or no, and what makes no time slot, with how often it occurs', () => {
  const { match, wordCounts } = proposeMatch(
    ['Trained', 'Availability', 'Monday'],
    [
      ['3/14/2021', 'Mon if needed', '12-Sep'],
      ['Yes (2022)', 'Mon if needed', 'Early Bird'],
      ['done 5/1', 'Tue', 'no mornings'],
    ],
  )
  expect(match.words.map((word, at) => [word.word, word.meaning, wordCounts[at]])).toEqual([
    ['a date', '', 1],
    ['Yes (2022)', 'yes', 1],
    ['done 5/1', 'yes', 1],
    ['Mon', 'Monday', 2],
    ['if', '', 2],
    ['needed', '', 2],
    ['Tue', 'Tuesday', 1],
    ['12-Sep', '', 1],
    ['Early Bird', 'Early Bird', 1],
    ['no mornings', '', 1],
  ])
})

it.each([
  ['Район служения', 'Север 1', 'Circuit'],
  ['Телефон старейшины', '8 912 345 67 89', 'Leave out'],
])('a title with й is read as a whole word: %s', (title, cell, use) => {
  const { match } = proposeMatch(
    ['Имя', title],
    [
      ['Анна', cell],
      ['Иван', cell],
    ],
  )
  expect(match.columns[1]?.use).toBe(use)
})
