import { beforeAll, describe, expect, it } from 'vitest'
import { countPages, type PdfPage, readPdf, tagsOf } from '../../../test/read-pdf.ts'
import {
  circuitReport,
  congregation,
  congregationReport,
  volunteer,
} from '../../../test/report-samples.ts'
import { longAddress, messyCircuit, sampleCircuit } from '../../../test/whole-circuits.ts'
import type { ReportData } from '../content/report-data.ts'
import { renderReport } from './render-pdf.ts'

async function pagesOf(data: ReportData): Promise<PdfPage[]> {
  const { pdf, warnings } = await renderReport(data)
  expect(warnings).toEqual([])
  return await readPdf(pdf)
}

/** The footer lies below this height. */
const footer = 38

describe('a circuit of 262 volunteers', () => {
  let sample: PdfPage[]
  let messy: PdfPage[]
  beforeAll(async () => {
    sample = await pagesOf(await sampleCircuit())
    messy = await pagesOf(messyCircuit())
  })

  it('fills twelve pages at most, on either paper', async () => {
    const a4 = await renderReport({ ...(await sampleCircuit()), paper: 'a4' })
    expect(Math.max(sample.length, messy.length, await countPages(a4.pdf))).toBeLessThanOrEqual(12)
  })

  it('names the page of each congregation and of the last section in its contents', () => {
    const [contents] = tagsOf(sample.slice(0, 1), 'Table').filter(({ text }) =>
      text.startsWith('Congregation'),
    )
    const named =
      contents?.children
        .flatMap(({ children }) => children)
        .slice(1)
        .map(({ children }) => children) ?? []
    const listed = named.map((cells) => [cells[0]?.text, Number(cells.at(-1)?.text)])
    const headings = sample.flatMap((page, index) =>
      tagsOf([page], 'H2', 'H3').map(({ role, text }) => ({ role, text, page: index + 1 })),
    )
    const expected = headings.filter(
      ({ role, text }) => role === 'H3' || text === 'Who can serve when',
    )
    expect(expected).toHaveLength(15)
    expect(listed).toEqual(expected.map(({ text, page }) => [text, page]))
  })

  it('leaves no heading alone at the foot of a page', () => {
    for (const page of [...sample, ...messy]) {
      const headings = tagsOf([page], 'H2', 'H3').map(({ text }) => text)
      for (const { text, y } of page.texts) {
        if (!headings.includes(text)) continue
        expect(page.texts.filter((below) => below.y < y && below.y > footer)).not.toEqual([])
      }
    }
  })

  it('draws every phone number and address in full', () => {
    const text = messy.map((page) => page.text.replaceAll(' ', '')).join('')
    for (const { volunteers } of messyCircuit().congregations) {
      for (const { mobilePhone, emailAddress } of volunteers) {
        expect(text).toContain(mobilePhone?.replaceAll(' ', '') ?? '')
        expect(text).toContain(emailAddress ?? '')
      }
    }
  })
})

it('puts names on the page of "Who can serve when" wherever that falls', async () => {
  let atFoot = Number.POSITIVE_INFINITY
  for (let count = 20; count < 26; count += 1) {
    const volunteers = Array.from({ length: count }, (_, index) =>
      volunteer({
        lastName: `No ${index}`,
        available: index % 4 === 0,
        cartLocations: index % 2 ? ['Pier'] : [],
      }),
    )
    const pages = await pagesOf(circuitReport({ congregations: [congregation({ volunteers })] }))
    for (const { texts } of pages) {
      const heading = texts.find(({ text, x }) => text === 'Who can serve when' && x < 34)
      if (!heading) continue
      atFoot = Math.min(atFoot, heading.y)
      const below = texts.filter(({ y }) => y < heading.y && y > footer)
      expect(below.some(({ text }) => text.includes('No'))).toBe(true)
    }
  }
  expect(atFoot).toBeLessThan(110)
})

it('sets the names of a time in four columns, each number at the right on the line of its name', async () => {
  const volunteers = Array.from({ length: 45 }, (_, index) =>
    volunteer({
      lastName: 'Ng'.repeat(1 + (index % 4)),
      firstName: `No${index}`,
      mobilePhone: `(973) 555-0${100 + index}`,
    }),
  )
  const pages = await pagesOf(congregationReport({ congregation: congregation({ volunteers }) }))
  const texts = pages.flatMap((page) => page.texts).filter(({ text }) => text.trim() !== '')
  const drawn = texts.slice(texts.findIndex(({ text }) => text === 'Who can serve when'))
  const numbers = drawn.filter(({ text }) => text.startsWith('(973) 555-0'))
  expect(numbers).toHaveLength(2 * 45)
  expect(new Set(numbers.map(({ x }) => Math.round(x))).size).toBe(4)
  for (const number of numbers) {
    const name = drawn[drawn.indexOf(number) - 1]
    expect(name?.text).toMatch(/No\d+$/)
    expect(name?.y).toBeCloseTo(number.y, 1)
  }
})

it('centers a name in its row', async () => {
  const [page] = await pagesOf(circuitReport())
  const heightOf = (wanted: string) => page?.texts.find(({ text }) => text.includes(wanted))?.y ?? 0
  const middle = (heightOf('555-0142') + heightOf('maria.gonzalez')) / 2
  expect(heightOf('555-0142') - heightOf('maria.gonzalez')).toBeGreaterThan(5)
  expect(Math.abs(heightOf('González') - middle)).toBeLessThan(2)
})

it('draws a long address on two lines at most', async () => {
  const email = longAddress(1)
  const pages = await pagesOf(
    circuitReport({
      congregations: [congregation({ volunteers: [volunteer({ emailAddress: email })] })],
    }),
  )
  const parts = pages.flatMap(({ texts }) =>
    texts.filter(({ text }) => text.length > 2 && email.includes(text.trim())),
  )
  expect(parts.map(({ text }) => text.trim()).join('')).toBe(email)
  expect(new Set(parts.map(({ y }) => y)).size).toBe(2)
})

describe('what a screen reader says', () => {
  it('puts the boxes of a week into words, in a table with headers', async () => {
    const pages = await pagesOf(
      circuitReport({
        congregations: [
          congregation({ volunteers: [volunteer({ availabilityDoubleShifts: true })] }),
        ],
      }),
    )
    expect(tagsOf(pages, 'Figure').map(({ alt }) => alt)).toEqual([
      'Training, orientation, availability by day and time slot, double shifts',
      'Trained; no orientation; Mon Morning; Sat 14:00-16:00; double shifts',
    ])
    expect(tagsOf(pages, 'TH').map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Name',
        'Phone and e-mail',
        'At most',
        'Page',
        'Time',
        'Time and names',
      ]),
    )
  })

  it('reads the names for each day and slot', async () => {
    const data = congregationReport({
      congregation: congregation({
        volunteers: [
          volunteer({ lastName: 'Able', trained: false }),
          volunteer({ lastName: 'Baker' }),
          volunteer({ lastName: '김', firstName: '서연' }),
          volunteer({ lastName: 'Away', available: false }),
        ],
      }),
    })
    const rows = tagsOf(await pagesOf(data), 'TR').map(({ children }) =>
      children.map(({ text }) => text),
    )
    const read = rows.map((cells) => cells.map((text) => text.replaceAll(/\s+/g, ' ')))
    expect(read).toContainEqual(['Mon Morning 2 Baker, Maria (973) 555-0142 김서연 (973) 555-0142'])
    expect(rows).toContainEqual([
      'Away, Maria',
      '(973) 555-0142 · maria.gonzalez@example.org · Not available, trained · Penn Station',
    ])
  })

  it('finds congregations as headings with their names, in scripts without a bold font too', async () => {
    const names = ['東京日本語会衆', 'الجماعة العربية', 'North']
    const pages = await pagesOf(
      circuitReport({ congregations: names.map((name) => congregation({ name })) }),
    )
    expect(tagsOf(pages, 'H3')).toHaveLength(3)
    expect(tagsOf(pages, 'H3')[0]?.text).toBe(names[0])
  })
})

describe('titles from right to left', () => {
  it.each(['الدائرة الشمالية الكبرى في مدينة نيوارك', 'המעגל הצפוני הגדול של ניו יורק'])(
    'keep %s apart from the text beside it',
    async (circuit) => {
      const volunteers = Array.from({ length: 60 }, (_, index) =>
        volunteer({ lastName: `No ${index}` }),
      )
      const pages = await pagesOf(
        circuitReport({ circuit, congregations: [congregation({ name: circuit, volunteers })] }),
      )
      for (const { texts } of pages) {
        const drawn = texts.filter(({ text }) => text.trim() !== '')
        const places = drawn.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)
        expect(new Set(places).size).toBe(places.length)
      }
    },
  )
})
