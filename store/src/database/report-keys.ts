/** By what reports are found, ordered and recognized as versions of each other, kept with each row. */

interface Named {
  circuitId: string
  congregation: string | null
  filename: string
}

/** The columns that follow from the names of a report. */
export function reportKeys({ circuitId, congregation, filename }: Named) {
  return {
    place: `${circuitId}\n${congregation ?? ''}`,
    nameKey: `${naturalKey(circuitId)}\n${naturalKey(congregation ?? '')}`,
    searchText: `${circuitId}\n${filename}`.toLowerCase(),
  }
}

const digits = 12

/**
 * A text that, compared byte by byte, comes in natural order: `NY-2` before `NY-10`, whatever the case
 * and the accents.
 */
export function naturalKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (number) => number.padStart(digits, '0'))
}
