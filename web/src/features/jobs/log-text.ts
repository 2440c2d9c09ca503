/** The lines of a log; the line break at its end begins no new one. */
export function splitLog(log: string): string[] {
  if (log === '') return []
  return log.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
}

export interface LogRow {
  /** Which line it belongs to, counted from 0. */
  line: number
  isFirstOfLine: boolean
  text: string
}

/**
 * Breaks lines after so many characters, at a word's end where there is one: every row is equally
 * high, so where each stands is known without measuring 30,000 of them.
 */
export function wrapLines(lines: readonly string[], columns: number): LogRow[] {
  const rows: LogRow[] = []
  lines.forEach((text, line) => {
    let start = 0
    do {
      const end = endOfRow(text, start, columns)
      rows.push({ line, isFirstOfLine: start === 0, text: text.slice(start, end) })
      start = end
    } while (start < text.length)
  })
  return rows
}

/** After the last word that fits, or in the middle of one that fills more than half of the row. */
function endOfRow(text: string, start: number, columns: number): number {
  if (text.length - start <= columns) return text.length
  const afterWord = text.lastIndexOf(' ', start + columns - 1) + 1
  return afterWord > start + columns / 2 ? afterWord : start + columns
}

function pattern(search: string, flags: string): RegExp {
  return new RegExp(`(${search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, flags)
}

/** The lines that hold the search text, whatever its case, counted from 0; none for an empty one. */
export function findLines(lines: readonly string[], search: string): number[] {
  if (search === '') return []
  const wanted = pattern(search, 'i')
  return lines.flatMap((line, index) => (wanted.test(line) ? [index] : []))
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
