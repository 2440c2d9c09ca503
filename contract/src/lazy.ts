/**
 * Returns a function that makes a value at its first use and caches it. Used for everything of `Intl`: its first object
 * loads language data, which costs a tenth of the server's start and a tenth of a second on a phone, even on pages that
 * show no date.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
