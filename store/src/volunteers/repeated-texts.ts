/** More different texts than a column of words, places or time slots has. */
const mostRemembered = 2_000

/** A text that keeps no other alive: a part of a larger text shares its memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString()
}

/**
 * The same as `read`, which is asked once for texts that come again and again. Answers are shared: nobody may
 * change them.
 */
export function rememberRepeated<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const own = ownText(text)
    const value = read(own)
    if (known.size >= mostRemembered) known.clear()
    known.set(own, value)
    return value
  }
}
