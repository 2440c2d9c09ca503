/** Returns which circuits are chosen as a whole, and which in part, from the chosen congregations. */
export function circuitsChosen(
  congregations: ReadonlySet<string>,
  congregationsOf: Readonly<Record<string, readonly string[]>>,
): { whole: ReadonlySet<string>; partial: ReadonlySet<string> } {
  const whole = new Set<string>()
  const partial = new Set<string>()
  for (const [circuit, names] of Object.entries(congregationsOf)) {
    const chosen = names.reduce((count, name) => count + (congregations.has(name) ? 1 : 0), 0)
    if (chosen === 0) continue
    if (chosen === names.length) whole.add(circuit)
    else partial.add(circuit)
  }
  return { whole, partial }
}
