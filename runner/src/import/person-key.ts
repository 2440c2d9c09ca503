interface Person {
  firstName: string
  lastName: string
  circuit: string
  congregation: string
}

/** Names a person where there is no Locust ID (docs/sheet-format.md#matching). */
export function personKey({ firstName, lastName, circuit, congregation }: Person): string {
  return joinKey(firstName, lastName, congregation, circuit).toLowerCase()
}

/** One text of several parts that no other parts come to. */
export function joinKey(...parts: readonly (string | number | null)[]): string {
  return parts.join('\u001f')
}
