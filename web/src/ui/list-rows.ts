import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** Returns a `rangeExtractor` for a virtual list: row `index` always exists, wherever the list is scrolled. */
export function rowsWith(index: number): (range: Range) => number[] {
  return (range) => [...new Set([index, ...defaultRangeExtractor(range)])].sort((a, b) => a - b)
}

const pageRows = 8

/**
 * Returns the row that an arrow, page, Home or End key moves to from row `index` of `count`; `undefined` for other
 * keys.
 */
export function rowAfterKey(key: string, index: number, count: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}
