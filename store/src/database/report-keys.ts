/** By what reports are found, ordered and recognized as versions of each other, kept with each row. */

interface Named {
  circuitId: string
  congregation: string | null
  filename: string
}

/** What identifies the circuit or congregation that a report is of, by their names. */
export function reportPlace(circuit: string, congregation: string | null): string {
  return `${circuit}\n${congregation ?? ''}`
}

/** The columns that follow from the names of a report. */
export function reportKeys({ circuitId, congregation, filename }: Named) {
  return {
    place: reportPlace(circuitId, congregation),
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
