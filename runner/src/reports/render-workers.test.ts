import { expect, it, onTestFinished } from 'vitest'
import { circuitReport, congregation, volunteer } from '../../test/report-samples.ts'
import { ReportError, renderReport } from './pdf/render-pdf.ts'
import { startRenderWorkers } from './render-workers.ts'

it('draws on threads the same bytes as on the main thread, and refuses in the same words', async () => {
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

it('continues after a report that fails', async () => {
  const workers = startRenderWorkers(2)
  onTestFinished(() => workers.stop())
  const broken = { ...circuitReport(), congregations: [{ volunteers: [] }] } as never
  for (const _ of [1, 2, 3]) await expect(workers.draw(broken)).rejects.toThrow(TypeError)
  expect((await workers.draw(circuitReport())).pages).toBeGreaterThan(0)
})

/** A thread that draws nothing: it ends on 'Fatal', and answers any other report after a moment, 'large' ones later. */
const program = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ circuit }) => {
    if (circuit === 'Fatal') throw new Error('The thread ended')
    const report = { pdf: new Uint8Array(), pages: 7, warnings: [] }
    setTimeout(() => parentPort.postMessage({ report }), circuit.startsWith('large') ? 400 : 50)
  })`
const standIn = new URL(`data:text/javascript,${encodeURIComponent(program)}`)

it('fails the report on which a thread ended, and draws the ones after it', async () => {
  const workers = startRenderWorkers(2, standIn)
  onTestFinished(() => workers.stop())
  const draw = (circuit: string) => workers.draw(circuitReport({ circuit }))
  const drawn = await Promise.allSettled(['Fatal', 'Fatal', 'A', 'B', 'C'].map(draw))
  const failed = { status: 'rejected', reason: new Error('The thread ended') }
  const after = { status: 'fulfilled', value: { pages: 7 } }
  expect(drawn).toMatchObject([failed, failed, after, after, after])
})

it('draws one large report at a time, and small ones beside it', async () => {
  const workers = startRenderWorkers(3, standIn)
  onTestFinished(() => workers.stop())
  const ended: string[] = []
  const draw = async (circuit: string, volunteers: number) => {
    const crowd = congregation({
      volunteers: Array.from({ length: volunteers }, () => volunteer()),
    })
    await workers.draw(circuitReport({ circuit, congregations: [crowd] }))
    ended.push(circuit)
  }
  // All threads are started, so that only drawing takes time below.
  await Promise.all(['first 1', 'first 2', 'first 3'].map((circuit) => draw(circuit, 1)))
  const large = ['large 1', 'large 2', 'large 3'].map((circuit) => draw(circuit, 301))
  const small = ['small 1', 'small 2'].map((circuit) => draw(circuit, 300))
  await Promise.all(small)
  expect(ended).not.toContain('large 2')
  await Promise.all(large)
  expect(ended.slice(-2)).toEqual(['large 2', 'large 3'])
})

it('draws no waiting report once the job is stopped', async () => {
  const workers = startRenderWorkers(2, standIn)
  onTestFinished(() => workers.stop())
  const stop = new AbortController()
  const drawn = ['A', 'B', 'C'].map((circuit) =>
    workers.draw(circuitReport({ circuit }), stop.signal),
  )
  stop.abort(new Error('Stopped'))
  await expect(drawn[2]).rejects.toThrow('Stopped')
  expect(await Promise.allSettled(drawn.slice(0, 2))).toHaveLength(2)
})
