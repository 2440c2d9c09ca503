interface Place {
  congregation: string | null
  circuit: string | null
}

/**
 * Returns 'Park · NY-2', also for a congregation whose name an import has made 'Park (NY-2)'; 'No congregation · NY-2'
 * for who has none, and an empty text where neither is known.
 */
export function placeText({ congregation, circuit }: Place): string {
  if (!congregation) return circuit ? `No congregation · ${circuit}` : ''
  return circuit ? `${nameIn(circuit, congregation)} · ${circuit}` : congregation
}

/** Returns 'Park' for a congregation whose name an import has made 'Park (NY-2)', to be shown beside its circuit. */
export function nameIn(circuit: string, congregation: string): string {
  const suffix = ` (${circuit})`
  return congregation.endsWith(suffix) ? congregation.slice(0, -suffix.length) : congregation
}
