import { chromium } from '@playwright/test'
import { pageFooter, pageHeader, reportPage } from '../peers/printed-report.ts'
import { peerVolunteers } from '../peers/report-content.ts'
import { treeMemoryMb, treeProcessorMs } from './process-tree.ts'

const sampleMs = 20

/** Milliseconds of processor time for one report, and the highest memory in MB. */
export interface Cost {
  ms: number
  mb: number
}

/** Returns the cost of a report with this many volunteers, printed by a running browser that has printed one before. */
export async function measurePrinting(volunteers: number, reports: number): Promise<Cost> {
  const executablePath = process.env.CHROMIUM_PATH
  const server = await chromium.launchServer({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  })
  const pid = server.process().pid ?? 0
  let mb = 0
  const sampling = setInterval(() => {
    mb = Math.max(mb, treeMemoryMb(pid))
  }, sampleMs)
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    const page = await browser.newPage()
    const html = reportPage(peerVolunteers(volunteers))
    const print = async () => {
      await page.setContent(html)
      await page.pdf({
        format: 'Letter',
        tagged: true,
        outline: true,
        displayHeaderFooter: true,
        headerTemplate: pageHeader,
        footerTemplate: pageFooter,
        margin: { top: '0.5in', bottom: '0.6in', left: '0.4in', right: '0.4in' },
      })
    }
    await print()
    const before = treeProcessorMs(pid)
    for (let index = 0; index < reports; index += 1) await print()
    const ms = (treeProcessorMs(pid) - before) / reports
    return { ms, mb }
  } finally {
    clearInterval(sampling)
    await server.close()
  }
}
