import type { CDPSession, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Thread time in microseconds. */
  tdur?: number
}

const slowdown = 4
/** Until the last frame has been drawn and what follows it has run. */
const settleMs = 800

/**
 * Measures how long the page keeps people waiting at a stretch. The answer tells, in milliseconds on
 * a machine four times as slow, the longest time the page was busy since the last call. It is
 * counted in time on the processor, so that a test machine that has other things to do as well makes
 * no difference, as it would with the browser's own throttling.
 */
export async function measureInteractions(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  let stop = await startTrace(session)
  return async () => {
    await page.waitForTimeout(settleMs)
    const longest = longestTask(await stop())
    stop = await startTrace(session)
    return longest * slowdown
  }
}

/** Begins a trace; the answer ends it and gives its events. */
async function startTrace(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    session.off('Tracing.dataCollected', collect)
    return events
  }
}

/** Milliseconds of the longest task in the thread that runs the page's scripts. */
function longestTask(events: readonly TraceEvent[]): number {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const scripted = new Set(events.filter(({ name }) => name === 'FunctionCall').map(threadOf))
  const times = events
    .filter((event) => event.name.endsWith('RunTask') && scripted.has(threadOf(event)))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]))
  return Math.max(0, ...times)
}
