import { deleteReport } from '@dashboard/contract/reports'
import { startReports } from './job-races.ts'
import { countIn, type RaceContext, type RaceOutcome, sleep } from './race.ts'

const downloadsAtOnce = 6
const reportsAtOnce = 25

/** Deletes a report while several people download it: each must get the whole file, or a response that it is gone. */
export async function downloads(course: RaceContext, rounds: number): Promise<RaceOutcome> {
  const { api, dashboard, random } = course
  const outcome: RaceOutcome = { problems: [], counts: {} }
  for (let round = 0; round < rounds; round += 1) {
    if ((await api.reports()).length === 0) {
      await api.waitForJob(await startReports(course, reportsAtOnce))
    }
    const [report] = await api.reports()
    if (!report) throw new Error('No report was made')
    const starts = Array.from({ length: downloadsAtOnce }, async () => {
      await sleep(random() * 30)
      return download(`${dashboard.url}${report.downloadUrl}`, api.token)
    })
    await sleep(random() * 30)
    await api.call(deleteReport, { params: { id: report.id } })
    for (const { status, bytes, text } of await Promise.all(starts)) {
      const isWhole = status === 200 && bytes === report.size && isPdf(text)
      if (!isWhole && status !== 404) {
        outcome.problems.push(`round ${round}: ${status} with ${bytes} of ${report.size} bytes`)
      }
      countIn(outcome.counts, isWhole ? 'whole' : 'gone')
    }
  }
  return outcome
}

async function download(address: string, token: string) {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const content = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes: content.length, text: content.toString('latin1') }
}

function isPdf(text: string): boolean {
  return text.startsWith('%PDF') && text.trimEnd().endsWith('%%EOF')
}
