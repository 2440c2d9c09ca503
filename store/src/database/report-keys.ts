/** Keys stored with each report, for finding and sorting reports and for recognizing versions of the same report. */

interface Named {
  circuitId: string
  congregation: string | null
  filename: string
}

/** Returns a key for the circuit or congregation of a report, made from their names. */
export function reportPlace(circuit: string, congregation: string | null): string {
  return `${circuit}\n${congregation ?? ''}`
}

/** Returns the columns that are derived from the names of a report. */
export function reportKeys({ circuitId, congregation, filename }: Named) {
  return {
    place: reportPlace(circuitId, congregation),
    nameKey: `${naturalKey(circuitId)}\n${naturalKey(congregation ?? '')}`,
    searchText: `${circuitId}\n${filename}`.toLowerCase(),
  }
}

const digits = 12

/**
 * Returns a text that gives natural order when compared byte by byte: `NY-2` before `NY-10`, ignoring case and accents.
 */
export function naturalKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (number) => number.padStart(digits, '0'))
}
