import { expect, it, onTestFinished } from 'vitest'
import { circuitReport, congregation, volunteer } from '../../test/report-samples.ts'
import { startDrawers } from './drawers.ts'
import { ReportError, renderReport } from './pdf/render-pdf.ts'

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

it('goes on after a report that fails', async () => {
  const drawers = startDrawers(2)
  onTestFinished(() => drawers.stop())
  const broken = { ...circuitReport(), congregations: [{ volunteers: [] }] } as never
  for (const _ of [1, 2, 3]) await expect(drawers.draw(broken)).rejects.toThrow(TypeError)
  expect((await drawers.draw(circuitReport())).pages).toBeGreaterThan(0)
})

it('fails the report on which a thread died, and gives the one behind it to another thread', async () => {
  const program = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ data }) => {
      if (data.circuit === 'Fatal') throw new Error('The thread died')
      parentPort.postMessage({ report: { pdf: new Uint8Array(), pages: 7, warnings: [] } })
    })`
  const drawers = startDrawers(2, new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  onTestFinished(() => drawers.stop())
  const [onThread, here, behind] = ['Fatal', 'Here', 'Behind'].map((circuit) =>
    drawers.draw(circuitReport({ circuit })),
  )
  await expect(onThread).rejects.toThrow('The thread died')
  expect((await here)?.pages).toBe(1)
  expect((await behind)?.pages).toBe(7)
})
