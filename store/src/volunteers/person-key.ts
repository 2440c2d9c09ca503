interface Person {
  firstName: string
  lastName: string
  circuit: string | null
  congregation: string | null
}

/** Returns a key for a person without a Locust ID (docs/sheet-format.md#matching). */
export function personKey({ firstName, lastName, circuit, congregation }: Person): string {
  return joinKey(firstName, lastName, congregation, circuit).toLowerCase()
}

/** Returns a key for a person's name, independent of the place. */
export function nameKey({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return joinKey(firstName, lastName).toLowerCase()
}

/** Joins several parts into one text; different parts give different texts. */
export function joinKey(...parts: readonly (string | number | null)[]): string {
  return parts.join('\u001f')
}
