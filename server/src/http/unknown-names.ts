import { badRequest } from './app-error.ts'

const namedUnknowns = 5

/** Throws 400 naming the circuits or congregations that do not exist, or that the caller may not see. */
export function refuseUnknown(noun: string, names: string[], known: string[]): void {
  const existing = new Set(known)
  const unknown = names.filter((name) => !existing.has(name))
  if (unknown.length === 0) return
  const named = unknown.slice(0, namedUnknowns).map((name) => `"${name}"`)
  if (unknown.length > namedUnknowns) named.push(`${unknown.length - namedUnknowns} more`)
  const nouns = unknown.length === 1 ? noun : `${noun}s`
  throw badRequest(
    `Unknown ${nouns}: ${named.join(', ')}. Reload the page to choose from the current list.`,
  )
}
