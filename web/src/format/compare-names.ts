import { lazy } from '@dashboard/contract/lazy'

const collator = lazy(() => new Intl.Collator('en', { numeric: true }))

/** Compares names of people and places in natural order: 'NY-2' before 'NY-10'. */
export function compareNames(one: string, other: string): number {
  return collator().compare(one, other)
}
