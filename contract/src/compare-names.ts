import { lazy } from './lazy.ts'

const collator = lazy(() => new Intl.Collator('en', { numeric: true }))

/** Compares names of people and places in natural order: 'NY-2' before 'NY-10'; only equal names are equal. */
export function compareNames(one: string, other: string): number {
  return collator().compare(one, other) || compareTexts(one, other)
}

/** Compares texts by code units: quick, and the same on every machine. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
