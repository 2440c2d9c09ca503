/** Returns what all versions of a report have in common: a key for its circuit or congregation, made from the names. */
export function reportPlace(circuit: string, congregation: string | null): string {
  return `${circuit}\n${congregation ?? ''}`
}
