/** Response to a call, with its times in milliseconds. */
export interface Answered {
  begunAt: number
  endedAt: number
  status: number
}

/** How long health may differ from what signed-in calls experience. */
const wrongMs = 2_000

/** Returns the periods in which health was wrong for longer than allowed. */
export function healthProblems(health: readonly Answered[], calls: readonly Answered[]): string[] {
  const problems: string[] = []
  const served = calls.filter(({ status }) => status < 400)
  for (const stretch of stretchesOf(health)) {
    const from = stretch[0]?.endedAt ?? 0
    const to = stretch.at(-1)?.endedAt ?? 0
    const status = stretch[0]?.status
    const begun = served.filter(({ begunAt, endedAt }) => begunAt >= from && endedAt <= to)
    if (status === 200) {
      const ends = [from, ...served.map(({ endedAt }) => endedAt), to]
        .filter((at) => at >= from && at <= to)
        .sort((one, other) => one - other)
      const gap = Math.max(0, ...ends.slice(1).map((at, index) => at - (ends[index] ?? at)))
      // While calls are served at all, a client that calls without a pause gets a response at least this often.
      if (gap > wrongMs)
        problems.push(`health said 200 while nobody was served for ${gap.toFixed(0)} ms`)
    } else if (begun.length > 0 && to - from > wrongMs) {
      problems.push(
        `health said ${status} for ${(to - from).toFixed(0)} ms while calls were served`,
      )
    }
  }
  return problems
}

/** Groups consecutive responses with the same status. */
function stretchesOf(health: readonly Answered[]): Answered[][] {
  const stretches: Answered[][] = []
  for (const answer of health) {
    const last = stretches.at(-1)
    if (last?.[0]?.status === answer.status) last.push(answer)
    else stretches.push([answer])
  }
  return stretches
}
