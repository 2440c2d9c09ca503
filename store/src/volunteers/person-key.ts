interface Person {
  firstName: string
  lastName: string
  circuit: string
  congregation: string
}

/** Identifies a person without a Locust ID (docs/sheet-format.md#matching). */
export function personKey({ firstName, lastName, circuit, congregation }: Person): string {
  return joinKey(firstName, lastName, congregation, circuit).toLowerCase()
}

/** What a person is called, wherever that is. */
export function nameKey({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return joinKey(firstName, lastName).toLowerCase()
}

/** One text of several parts; different parts give different texts. */
export function joinKey(...parts: readonly (string | number | null)[]): string {
  return parts.join('\u001f')
}
