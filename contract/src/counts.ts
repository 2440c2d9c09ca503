/**
 * Returns a whole number as people read it: '3,000'. Avoids `Intl`: its first use loads language data, which takes a
 * phone a tenth of a second.
 */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Returns '1 report' or '3,000 reports'; only for nouns whose plural ends in s. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
