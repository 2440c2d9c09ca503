/**
 * Makes a value at its first use and keeps it. For everything of `Intl`: its first object loads language data, a tenth
 * of what the server needs to start and of a second on a phone, which also pages would pay that show no date.
 */
export function whenUsed<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
