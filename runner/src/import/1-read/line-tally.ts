import { formatCount } from '@dashboard/contract/counts'

/** How many lines of one kind the log names; more are counted. */
const shownLines = 200

/** Lines for the job's log, of which only the first are kept. */
export interface LineTally {
  shown: string[]
  count: number
}

export function emptyTally(): LineTally {
  return { shown: [], count: 0 }
}

export function addLine(tally: LineTally, line: string): void {
  tally.count += 1
  if (tally.count <= shownLines) tally.shown.push(line)
}

/** Writes the lines; `what` names those that are only counted. */
export function logLines(log: (line: string) => void, tally: LineTally, what: string): void {
  for (const line of tally.shown) log(line)
  const more = tally.count - tally.shown.length
  if (more > 0) log(`… and ${formatCount(more)} more ${what}.`)
}
