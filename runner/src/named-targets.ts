/**
 * Returns the known names that a person has typed, separated by commas, semicolons or line breaks. A name may contain
 * commas itself: at each position the longest known name is taken. `all`, or nothing, means every name.
 */
export function readTargets(
  text: string,
  known: readonly string[],
): { targets: string[]; unknown: string[] } {
  const typed = text.trim()
  if (typed === '' || keyOf(typed) === 'all') return { targets: [...known], unknown: [] }
  const nameOf = new Map(known.map((name) => [keyOf(name), name]))
  const targets = new Set<string>()
  const unknown: string[] = []
  for (const part of typed.split(/[;\r\n]+/)) {
    const pieces = part.split(',')
    for (let start = 0; start < pieces.length; ) {
      const end = findLongest(pieces, start, nameOf)
      const piece = pieces[start]?.trim() ?? ''
      if (end === undefined && piece !== '') unknown.push(piece)
      const name =
        end === undefined ? undefined : nameOf.get(keyOf(pieces.slice(start, end).join(',')))
      if (name !== undefined) targets.add(name)
      start = end ?? start + 1
    }
  }
  return { targets: [...targets], unknown }
}

function findLongest(
  pieces: readonly string[],
  start: number,
  nameOf: ReadonlyMap<string, string>,
): number | undefined {
  for (let end = pieces.length; end > start; end -= 1) {
    if (nameOf.has(keyOf(pieces.slice(start, end).join(',')))) return end
  }
  return undefined
}

function keyOf(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}
