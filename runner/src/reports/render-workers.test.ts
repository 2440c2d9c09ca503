import { expect, it, onTestFinished } from 'vitest'
import { circuitReport, congregation, volunteer } from '../../test/report-samples.ts'
import { ReportError, renderReport } from './pdf/render-pdf.ts'
import { startRenderWorkers } from './render-workers.ts'

it('draws on threads what is drawn here, byte by byte, and refuses in the same words', async () => {
  const workers = startRenderWorkers(2)
  onTestFinished(() => workers.stop())
  const reports = ['NY-1', 'NY-2', 'NY-3'].map((circuit) => circuitReport({ circuit }))
  const drawn = await Promise.all(reports.map((report) => workers.draw(report)))
  for (const [index, report] of reports.entries()) {
    const { pdf, pages, warnings } = await renderReport(report)
    expect(Buffer.compare(drawn[index]?.pdf ?? Buffer.alloc(0), pdf)).toBe(0)
    expect(drawn[index]).toMatchObject({ pages, warnings })
  }
  const crowd = congregation({ volunteers: Array.from({ length: 3_001 }, () => volunteer()) })
  const tooLarge = workers.draw(circuitReport({ congregations: [crowd] }))
  await expect(tooLarge).rejects.toThrow(ReportError)
  await expect(tooLarge).rejects.toThrow('more than the 3,000 that one report can hold')
})

it('goes on after a report that fails', async () => {
  const workers = startRenderWorkers(2)
  onTestFinished(() => workers.stop())
  const broken = { ...circuitReport(), congregations: [{ volunteers: [] }] } as never
  for (const _ of [1, 2, 3]) await expect(workers.draw(broken)).rejects.toThrow(TypeError)
  expect((await workers.draw(circuitReport())).pages).toBeGreaterThan(0)
})

it('fails the report on which a thread died, and gives the one after it to another thread', async () => {
  const program = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ circuit }) => {
      if (circuit === 'Fatal') throw new Error('The thread died')
      parentPort.postMessage({ report: { pdf: new Uint8Array(), pages: 7, warnings: [] } })
    })`
  const workers = startRenderWorkers(
    2,
    new URL(`data:text/javascript,${encodeURIComponent(program)}`),
  )
  onTestFinished(() => workers.stop())
  const [onThread, here, behind] = ['Fatal', 'Here', 'Behind'].map((circuit) =>
    workers.draw(circuitReport({ circuit })),
  )
  await expect(onThread).rejects.toThrow('The thread died')
  expect((await here)?.pages).toBe(1)
  expect((await behind)?.pages).toBe(7)
})
