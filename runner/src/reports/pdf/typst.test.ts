import { expect, it } from 'vitest'
import { circuitReport } from '../test-report-samples.ts'
import { reportView } from './report-view.ts'
import { drawTemplate, TypstError } from './typst.ts'

const order = { template: 'circuit', files: {}, createdAt: '2026-11-20T15:31:00Z' } as const

it('draws with tags', () => {
  const view = reportView(circuitReport(), null, (text) => text)
  const { pdf, warnings } = drawTemplate({ ...order, view })
  expect(warnings).toEqual([])
  expect(Buffer.from(pdf).includes('/StructTreeRoot')).toBe(true)
})

it('draws without tags and with a warning what the rules for tagged documents refuse', () => {
  const view = reportView(circuitReport({ circuit: 'NY \u{1f338}' }), null, (text) => text)
  const { pdf, warnings } = drawTemplate({ ...order, view })
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The report was made without tags for screen readers: .*could not be displayed/,
    ),
  ])
  expect(Buffer.from(pdf).includes('/StructTreeRoot')).toBe(false)
})

it('describes what is wrong with a template', () => {
  expect(() => drawTemplate({ ...order, view: {} })).toThrow(TypstError)
  expect(() => drawTemplate({ ...order, view: {} })).toThrow(/does not contain key/)
})
