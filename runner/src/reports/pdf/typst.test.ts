import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { circuitReport, congregation, volunteer } from '../../../test/report-samples.ts'
import { reportView } from './report-view.ts'
import { drawTemplate, TypstError } from './typst.ts'

const request = {
  template: 'circuit',
  files: {},
  createdAt: '2026-11-20T15:31:00Z',
} as const

it('draws with tags', () => {
  const view = reportView(circuitReport(), null, (text) => text)
  const { pdf } = drawTemplate({ ...request, view })
  expect(Buffer.from(pdf).includes('/StructTreeRoot')).toBe(true)
})

it('says what the rules for tagged documents refuse, and draws nothing without tags', () => {
  const view = reportView(circuitReport({ circuit: 'NY \u{13000}' }), null, (text) => text)
  expect(() => drawTemplate({ ...request, view })).toThrow(/could not be displayed/)
})

it('describes what is wrong with a template', () => {
  expect(() => drawTemplate({ ...request, view: {} })).toThrow(TypstError)
  expect(() => drawTemplate({ ...request, view: {} })).toThrow(/does not contain key/)
})

function draw(lastName: string): Buffer {
  const data = circuitReport({
    circuit: 'NY',
    congregations: [
      congregation({ name: 'NY', volunteers: [volunteer({ firstName: lastName, lastName })] }),
    ],
  })
  return Buffer.from(drawTemplate({ ...request, view: reportView(data, null, (text) => text) }).pdf)
}

it('draws 강 with the Korean font: the font for Chinese draws it wrongly', () => {
  expect(draw('강').includes('NanumSquare')).toBe(true)
  expect(draw('강').includes('DroidSansFallback')).toBe(false)
})

it('outlines names in scripts whose font has no bold', () => {
  // Text rendering mode 2 fills letters and strokes their outline.
  const isOutlined = (name: string) =>
    pageContent(draw(name)).some((text) => / 2 Tr|\n2 Tr/.test(text))
  expect(isOutlined('王')).toBe(true)
  expect(isOutlined('김')).toBe(true)
  expect(isOutlined('Novak')).toBe(false)
})

function pageContent(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/>>\nstream\n(.*?)\nendstream/gs)].flatMap(
    ([, stream = '']) => {
      try {
        return [inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    },
  )
}
