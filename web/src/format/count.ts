// One formatter for all: making one costs more than a hundred uses.
const countFormat = new Intl.NumberFormat('en-US')

/** A whole number as people read it: '3,000'. */
export function formatCount(count: number): string {
  return countFormat.format(count)
}

/** '1 report', '3,000 reports'; for nouns whose plural ends in s. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
