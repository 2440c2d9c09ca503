import { foldName } from '@dashboard/contract/fold-text'

/**
 * Returns the known names that a person has typed, separated by commas, semicolons or line breaks. A name may contain
 * commas itself: at each position the longest known name is taken. Of names that differ in accents and the like only, it
 * is the one that is written the same, or else all. `all`, or nothing, means every name.
 */
export function readTargets(
  text: string,
  known: readonly string[],
): { targets: string[]; unknown: string[] } {
  const typed = text.trim()
  if (typed === '' || foldName(typed) === 'all') return { targets: [...known], unknown: [] }
  const namesOf = Map.groupBy(known, foldName)
  const targets = new Set<string>()
  const unknown: string[] = []
  for (const part of typed.split(/[;\r\n]+/)) {
    const pieces = part.split(',')
    for (let start = 0; start < pieces.length; ) {
      const end = findLongest(pieces, start, namesOf) ?? start + 1
      const piece = pieces.slice(start, end).join(',').trim()
      const names = namesOf.get(foldName(piece)) ?? []
      if (names.length === 0 && piece !== '') unknown.push(piece)
      for (const name of names.includes(piece) ? [piece] : names) targets.add(name)
      start = end
    }
  }
  return { targets: [...targets], unknown }
}

function findLongest(
  pieces: readonly string[],
  start: number,
  namesOf: ReadonlyMap<string, readonly string[]>,
): number | undefined {
  for (let end = pieces.length; end > start; end -= 1) {
    if (namesOf.has(foldName(pieces.slice(start, end).join(',')))) return end
  }
  return undefined
}
