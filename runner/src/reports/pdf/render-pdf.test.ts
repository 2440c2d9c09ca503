import { describe, expect, it } from 'vitest'
import { readPdf, tagsOf } from '../../../test/read-pdf.ts'
import {
  circuitReport,
  congregation,
  congregationReport,
  listed,
  pngLogo,
  volunteer,
  volunteerList,
} from '../../../test/report-samples.ts'
import type { DocumentData, ReportData } from '../content/report-data.ts'
import { ReportError, renderReport, reportVolunteersMax } from './render-pdf.ts'
import { listView } from './report-view.ts'

const scripts = {
  Latin: ['Łukasz', 'Nguyễn-O’Connor'],
  Cyrillic: ['Ђорђе', 'Щербакова'],
  Greek: ['Γιώργος', 'Παπαδόπουλος'],
  Arabic: ['محمد', 'الأحمد (أبو علي)'],
  Hebrew: ['דוד', 'כהן־לוי'],
  Devanagari: ['प्रिया', 'शर्मा'],
  Thai: ['สมชาย', 'ใจดี'],
  Chinese: ['小明', '歐陽'],
  Japanese: ['さくら', 'ヤマダ髙'],
  Korean: ['민준', '김'],
  Armenian: ['Արամ', 'Պետրոսյան'],
  Georgian: ['გიორგი', 'ბერიძე'],
  Ethiopic: ['አበበ', 'በቀለ'],
  Bengali: ['অরুণ', 'দাস'],
  Gujarati: ['જય', 'પટેલ'],
  Gurmukhi: ['ਗੁਰਪ੍ਰੀਤ', 'ਸਿੰਘ'],
  Tamil: ['அருண்', 'குமார்'],
  Telugu: ['రాము', 'రెడ్డి'],
  Kannada: ['ಕಿರಣ್', 'ಗೌಡ'],
  Malayalam: ['അനിൽ', 'നായർ'],
  Sinhala: ['නිමල්', 'පෙරේරා'],
  Khmer: ['សុខា', 'ចាន់'],
  Lao: ['ສົມຊາຍ', 'ວົງ'],
  Myanmar: ['အောင်', 'မြင့်'],
}

// A tagged PDF is refused for one missing glyph, so no warning means that every name is drawn.
describe('names in every script', () => {
  it.each(Object.entries(scripts))('draws %s', async (_script, [firstName = '', lastName = '']) => {
    const named = congregation({ name: lastName, volunteers: [volunteer({ firstName, lastName })] })
    for (const data of [
      circuitReport({ circuit: firstName, congregations: [named] }),
      congregationReport({ circuit: firstName, congregation: named }),
      volunteerList({ filters: lastName, volunteers: [listed({ firstName, lastName })] }),
    ]) {
      expect(await warningsOf(data)).toEqual([])
    }
  })
})

it('draws numbers and addresses from left to right beside Arabic and Hebrew', async () => {
  const contact = {
    name: 'فاطمة علي',
    relationship: 'زوجة',
    email: 'fatima@example.org',
    notes: '',
  }
  const named = congregation({
    name: 'العربية بروكلين',
    volunteers: [
      volunteer({
        firstName: 'محمد',
        lastName: 'علي',
        mobilePhone: '+1 212 555 0101',
        emergencyContacts: [{ ...contact, phone: '+1 917 555 0102' }],
        availabilityNote: 'دعوة 718 555 0107 أولا',
      }),
      volunteer({
        firstName: 'ליאה',
        lastName: 'כהן',
        mobilePhone: '(212) 555-0103',
        available: false,
        emergencyContacts: [{ ...contact, name: 'משה לוי', phone: '917-555-0109' }],
      }),
    ],
  })
  const { pdf } = await renderReport(congregationReport({ circuit: 'NY-9', congregation: named }))
  const lines = new Map<number, { x: number; text: string }[]>()
  for (const { texts } of await readPdf(pdf)) {
    for (const { x, y, text } of texts) lines.set(y, [...(lines.get(y) ?? []), { x, text }])
  }
  // As eyes read them, whatever order the text has for a screen reader.
  const seen = [...lines.values()]
    .map((line) =>
      line
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n')
    .replace(/ +/g, ' ')
  for (const shown of [
    '+1 212 555 0101',
    '+1 917 555 0102',
    '718 555 0107',
    '(212) 555-0103',
    '917-555-0109',
    'fatima@example.org',
  ]) {
    expect(seen).toContain(shown)
  }
})

describe('text that users typed', () => {
  it('is drawn with tags in spite of control, override and invisible characters', async () => {
    const nasty = 'A\u0000\u0007\tB\u202Egpj.exe\u2066\u200B\uFEFF\uD800\uFFFE\u2028C'
    const data = congregationReport({
      congregation: congregation({
        name: nasty,
        volunteers: [volunteer({ firstName: nasty, availabilityNote: nasty, emailAddress: nasty })],
      }),
    })
    expect(await warningsOf(data)).toEqual([])
  })

  it('draws the same with and without an override, so that text cannot be turned around', async () => {
    const drawn = async (circuit: string) => (await renderReport(circuitReport({ circuit }))).pdf
    expect(await drawn('NY\u202E-10')).toEqual(await drawn('NY-10'))
  })

  it('draws symbols and emoji with tags, in regular and in bold', async () => {
    const blocks = [
      ...[0x2190, 0x2200, 0x2300, 0x2460, 0x2500, 0x2600, 0x2700, 0x2b00],
      ...[0x1d400, 0x1f300, 0x1f600, 0x1f680, 0x1f900],
    ]
    const lines = blocks.map((from) =>
      Array.from({ length: 0x100 }, (_, index) => String.fromCodePoint(from + index)).join(' '),
    )
    const volunteers = lines.map((text) => volunteer({ lastName: text, availabilityNote: text }))
    const data = congregationReport({ congregation: congregation({ volunteers }) })
    const warnings = await warningsOf(data)
    expect(warnings).toEqual([expect.stringMatching(/^No font here has these characters/)])
    const note = 'Calls → after 6 pm ★ ☎ ● ≤ 😀 👩‍👩‍👧 ❤️ 👍🏽 🇩🇪'
    const odd = congregation({
      name: note,
      volunteers: [volunteer({ lastName: note, availabilityNote: note })],
    })
    expect(await warningsOf(congregationReport({ congregation: odd }))).toEqual([])
  })

  it('draws marks, joiners and characters of all planes on any letter with tags', async () => {
    const oddities = [
      ...[0x301, 0x338, 0x5b0, 0x64b, 0x94d, 0xe31, 0x1160, 0x302a, 0x20d7, 0xfe20, 0x1d165],
      ...[0x34f, 0x180b, 0x200c, 0x200d, 0xfe0f, 0x20e3, 0xe0100, 0xe0061, 0x1f3fd, 0x1f1e9],
      ...[0x378, 0xe000, 0xf8ff, 0xfdd0, 0xffff, 0x1f000, 0x1d11e, 0x20000, 0x3ffff, 0x10fffd],
    ].map((code) => String.fromCodePoint(code))
    const letters = [
      '',
      'a',
      'ß',
      'א',
      'ب',
      'अ',
      'ก',
      '한',
      '王',
      '→',
      '😀',
      '1',
      '∑',
      ' ',
      '\u202e',
    ]
    const texts = letters.map((letter) =>
      oddities.map((odd, at) => letter + odd + (oddities[(at * 7) % oddities.length] ?? '')),
    )
    const volunteers = texts.map((odd) =>
      volunteer({ lastName: odd.join(' '), availabilityNote: odd.join('') }),
    )
    const { pdf } = await renderReport(
      congregationReport({ congregation: congregation({ volunteers }) }),
    )
    expect(tagsOf(await readPdf(pdf), 'H1')).toHaveLength(1)
  })

  it('shows a replacement character for what no font can draw, names it and preserves the tags', async () => {
    const { pdf, warnings } = await renderReport(circuitReport({ circuit: 'NY 𓀀𓀀 10' }))
    expect(warnings).toEqual([expect.stringMatching(/^No font here has .*: U\+13000\.$/)])
    expect(tagsOf(await readPdf(pdf), 'H1').map(({ text }) => text)).toEqual(['NY � 10'])
  })

  it('draws template code in a name as plain text', async () => {
    const circuit = '#panic("x") $ *bold* <label> @ref = heading'
    expect(await warningsOf(circuitReport({ circuit }))).toEqual([])
  })
})

describe('any amount', () => {
  it('draws the same data to the same bytes', async () => {
    const draw = () =>
      renderReport(circuitReport({ brand: { ...circuitReport().brand, logo: pngLogo() } }))
    expect((await draw()).pdf).toEqual((await draw()).pdf)
  })

  it('draws circuits and congregations without volunteers', async () => {
    for (const data of [
      circuitReport({ congregations: [], dataAsOf: null, generatedBy: null }),
      circuitReport({ congregations: [congregation({ volunteers: [] })], paper: 'a4' }),
      congregationReport({ congregation: congregation({ volunteers: [] }) }),
    ]) {
      expect(await warningsOf(data)).toEqual([])
    }
  })

  it('draws 300 volunteers within seconds of processor time and packs them small', async () => {
    const before = process.cpuUsage()
    const { pdf } = await renderReport(circuitOf(300))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
    expect(pdf.length).toBeLessThan(250_000)
  })

  it('refuses more volunteers than one report can hold, in a sentence', async () => {
    await expect(renderReport(circuitOf(reportVolunteersMax + 1))).rejects.toThrow(
      new ReportError(
        'NJ 07, North has 3,001 volunteers, more than the 3,000 that one report can hold. Make a report for each of its congregations instead.',
      ),
    )
  })

  it('bounds memory over 25 reports', async () => {
    for (let index = 0; index < 10; index += 1) await renderReport(circuitOf(60, index))
    const before = process.memoryUsage.rss()
    // 10 MB a report stay where layouts are not evicted.
    for (let index = 10; index < 25; index += 1) await renderReport(circuitOf(60, index))
    expect(process.memoryUsage.rss() - before).toBeLessThan(40 * 1024 * 1024)
  })
})

it('says on the page that the volunteers are sample data, where they are', async () => {
  const real = await renderReport(circuitReport())
  const sample = await renderReport(circuitReport({ isSampleData: true }))
  expect(sample.warnings).toEqual([])
  const saying = 'Sample data, not real volunteers'
  for (const { text } of await readPdf(sample.pdf)) expect(text).toContain(saying)
  for (const { text } of await readPdf(real.pdf)) expect(text).not.toContain('Sample data')
})

describe('the logo', () => {
  const withLogo = (logo: Parameters<typeof pngLogo>[0]) =>
    renderReport(circuitReport({ brand: { ...circuitReport().brand, logo: pngLogo(logo) } }))

  it('is drawn at any zoom', async () => {
    const plain = await renderReport(circuitReport())
    for (const logo of [{}, { zoom: 1.5, background: null }, { zoom: 0.5 }]) {
      const { pdf, warnings } = await withLogo(logo)
      expect(warnings).toEqual([])
      expect(pdf.length).not.toBe(plain.pdf.length)
    }
  })

  it.each([
    ['broken bytes', { bytes: Buffer.from('no image') }],
    ['an SVG, which the server has not drawn yet', { format: 'svg' }],
  ])('is left out with a warning for %s', async (_what, logo) => {
    const { warnings, pdf } = await withLogo(logo)
    expect(warnings).toEqual([
      expect.stringMatching(/^The logo could not be drawn and was left out/),
    ])
    expect(pdf).toEqual((await renderReport(circuitReport())).pdf)
  })
})

describe('a list of volunteers', () => {
  it('is drawn for nobody, for people without a place, and with filters of any length', async () => {
    const nowhere = listed({ circuit: null, congregation: null, language: null, isBySound: true })
    for (const data of [
      volunteerList({ volunteers: [], filters: 'None' }),
      volunteerList({ volunteers: [nowhere], limitedTo: ['NY-1', 'NY-2'], paper: 'a4' }),
      volunteerList({ filters: `Search: ${'long '.repeat(500)}` }),
    ]) {
      expect(await warningsOf(data)).toEqual([])
    }
  })

  it('gives each volunteer two lines, with the place beneath the name', async () => {
    const volunteers = Array.from({ length: 200 }, () => listed())
    expect((await renderReport(volunteerList({ volunteers }))).pages).toBeLessThan(9)
    const [view] = listView(volunteerList(), null, (text) => text).groups[0]?.volunteers ?? []
    expect(view).toMatchObject({ name: 'González, Maria', place: 'North English · NY-1' })
    const bySound = listView(
      volunteerList({ volunteers: [listed({ isBySound: true })] }),
      null,
      String,
    )
    expect(bySound.groups[0]?.volunteers[0]?.place).toBe('North English · NY-1 · found by sound')
  })

  it('begins each congregation on a page of its own, and says what has to be corrected', async () => {
    const people = (congregation: string, count: number) =>
      Array.from({ length: count }, () => listed({ congregation, toCorrect: 'Wrong number' }))
    const volunteers = [...people('East', 2), ...people('Park', 2), ...people('West', 40)]
    const textsOf = async (data: DocumentData) =>
      (await readPdf((await renderReport(data)).pdf)).map(({ text }) => text)
    const byCongregation = volunteerList({ volunteers, isByCongregation: true })
    const [east, ofPark, west, ...rest] = await textsOf(byCongregation)
    expect(east).toContain('East · NY-1')
    expect(east).not.toContain('Park · NY-1')
    expect(ofPark).toContain('Park · NY-1')
    expect(ofPark).toContain('Wrong number')
    expect(ofPark).not.toContain('West · NY-1')
    expect(west).toContain('West · NY-1')
    expect(rest.length).toBeGreaterThan(0)
    const together = await textsOf({ ...byCongregation, isByCongregation: false })
    expect(together).toHaveLength(2)
  })

  it('refuses more than one PDF can hold', async () => {
    const volunteers = Array.from({ length: reportVolunteersMax + 1 }, () => listed())
    await expect(renderReport(volunteerList({ volunteers }))).rejects.toThrow(
      'The list has 3,001 volunteers, more than the 3,000 that one PDF can hold. Narrow the filters.',
    )
  })
})

it('says how many pages it has', async () => {
  const short = await renderReport(circuitOf(1))
  const long = await renderReport(circuitOf(200))
  expect(short.pages).toBeGreaterThan(0)
  expect(long.pages).toBeGreaterThan(short.pages + 2)
})

async function warningsOf(data: DocumentData): Promise<string[]> {
  return (await renderReport(data)).warnings
}

function circuitOf(count: number, run = 0): ReportData {
  const volunteers = Array.from({ length: count }, (_, index) =>
    volunteer({ lastName: `Volunteer ${run}-${index}` }),
  )
  return circuitReport({ congregations: [congregation({ volunteers })] })
}
