export interface LogRow {
  /** Counted from 1; absent where a row continues the line above. */
  number?: number
  text: string
}

/** A longer line is shown in pieces: one row of a megabyte would stop the browser. */
const longestRow = 2_000

/** The log in rows; the line break at its end begins no new line. */
export function splitLog(log: string): LogRow[] {
  if (log === '') return []
  const lines = log.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  return lines.flatMap((line, index) => {
    const first: LogRow = { number: index + 1, text: line.slice(0, longestRow) }
    if (line.length <= longestRow) return [first]
    const rows = [first]
    for (let start = longestRow; start < line.length; start += longestRow) {
      rows.push({ text: line.slice(start, start + longestRow) })
    }
    return rows
  })
}

function pattern(search: string, flags: string): RegExp {
  return new RegExp(`(${search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, flags)
}

/** The places of the rows that hold the search text, whatever its case; none for an empty one. */
export function findRows(rows: readonly LogRow[], search: string): number[] {
  if (search === '') return []
  const wanted = pattern(search, 'i')
  return rows.flatMap((row, index) => (wanted.test(row.text) ? [index] : []))
}

/** A row's text cut at the matches: every second piece, from the second on, is one. */
export function cutAtMatches(text: string, search: string): string[] {
  return search === '' ? [text] : text.split(pattern(search, 'gi'))
}

/** Where next and previous lead among `count` matches, round and round. */
export function stepMatch(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + step + count) % count
}

interface ScrollPlace {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

/** Whether a scrolled box shows its end, or is no more than `tolerancePx` away from it. */
export function isNearEnd(place: ScrollPlace, tolerancePx: number): boolean {
  return place.scrollHeight - place.scrollTop - place.clientHeight <= tolerancePx
}
