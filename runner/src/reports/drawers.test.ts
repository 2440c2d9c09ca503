import { expect, it, onTestFinished } from 'vitest'
import { createTurns, startDrawers } from './drawers.ts'
import { ReportError, renderReport } from './pdf/render-pdf.ts'
import { circuitReport, congregation, volunteer } from './test-report-samples.ts'

it('draws on threads what is drawn here, byte by byte, and refuses in the same words', async () => {
  const drawers = startDrawers(2)
  onTestFinished(() => drawers.stop())
  const reports = ['NY-1', 'NY-2', 'NY-3'].map((circuit) => circuitReport({ circuit }))
  const drawn = await Promise.all(reports.map((report) => drawers.draw(report)))
  for (const [index, report] of reports.entries()) {
    const { pdf, pages, warnings } = await renderReport(report)
    expect(Buffer.compare(drawn[index]?.pdf ?? Buffer.alloc(0), pdf)).toBe(0)
    expect(drawn[index]).toMatchObject({ pages, warnings })
  }
  const crowd = congregation({ volunteers: Array.from({ length: 3_001 }, () => volunteer()) })
  const tooLarge = drawers.draw(circuitReport({ congregations: [crowd] }))
  await expect(tooLarge).rejects.toThrow(ReportError)
  await expect(tooLarge).rejects.toThrow('more than the 3,000 that one report can hold')
})

it('goes on with another thread when one fails', async () => {
  const drawers = startDrawers(2)
  onTestFinished(() => drawers.stop())
  const broken = { ...circuitReport(), congregations: [{ volunteers: [] }] } as never
  for (const _ of [1, 2, 3]) await expect(drawers.draw(broken)).rejects.toThrow(TypeError)
  expect((await drawers.draw(circuitReport())).pages).toBeGreaterThan(0)
})

it('lets as many begin as there are drawers, fewer of large reports, and each in its turn', async () => {
  const turns = createTurns(2)
  const begun: number[] = []
  const ends = [100, 400, 300, 250, 3_000, 1].map(async (volunteers) => {
    const end = await turns.begin(volunteers)
    begun.push(volunteers)
    return end
  })
  const settle = () => new Promise(setImmediate)
  const endOf = async (index: number) => {
    ;(await ends[index])?.()
    await settle()
  }
  await settle()
  expect(begun).toEqual([100, 400])
  await endOf(0)
  expect(begun).toEqual([100, 400])
  await endOf(1)
  expect(begun).toEqual([100, 400, 300, 250])
  await endOf(2)
  await endOf(3)
  expect(begun).toEqual([100, 400, 300, 250, 3_000])
  await endOf(4)
  expect(begun).toEqual([100, 400, 300, 250, 3_000, 1])
})
