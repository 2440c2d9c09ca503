/** Returns a count that fits a narrow cell: '1204', '12K'. */
export function shortCount(count: number): string {
  return count < 10_000 ? String(count) : `${Math.round(count / 1_000)}K`
}
