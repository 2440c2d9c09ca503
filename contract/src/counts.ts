/**
 * A whole number as people read it: '3,000'. Not by `Intl`: its first use loads language data, which takes a phone a
 * tenth of a second.
 */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** '1 report', '3,000 reports'; for nouns whose plural ends in s. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
