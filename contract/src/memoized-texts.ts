/** Exceeds the number of different texts in a column of words, places or time slots. */
const maxRemembered = 2_000

/** Returns `read` with a cache, for texts that recur often. Results are shared, so callers must not change them. */
export function memoize<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const value = read(text)
    if (known.size >= maxRemembered) known.clear()
    known.set(text, value)
    return value
  }
}
