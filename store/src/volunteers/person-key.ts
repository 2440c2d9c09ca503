import { foldName } from '@dashboard/contract/fold-text'

interface Person {
  firstName: string
  lastName: string
  circuit: string | null
  congregation: string | null
}

/** Returns a key for a person without a Locust ID (docs/sheet-format.md#matching). */
export function personKey({ firstName, lastName, circuit, congregation }: Person): string {
  return joinKey(...[firstName, lastName, congregation ?? '', circuit ?? ''].map(foldName))
}

/** Returns a key for a person's name, independent of the place. */
export function nameKey({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return joinKey(foldName(firstName), foldName(lastName))
}

/**
 * Whether two Locust IDs may belong to one person of the same name: they are the same number with and without leading
 * zeros or a trailing `.0`, as spreadsheet programs write it, or one is missing. Otherwise they are two people.
 */
export function mayBeSameId(one: string | null, other: string | null): boolean {
  return one === null || other === null || locustIdKey(one) === locustIdKey(other)
}

/** Returns a Locust ID in the form in which IDs under one name are compared. */
export function locustIdKey(id: string): string {
  return /^\d+(?:\.0+)?$/.test(id) ? id.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '') : id
}

/** Joins several parts into one text; different parts give different texts. */
export function joinKey(...parts: readonly (string | number | null)[]): string {
  return parts.join('\u001f')
}
