import type { IndexedPerson } from './build-index.ts'
import type { SearchTerm, SearchWord } from './search-terms.ts'

/** How well a volunteer matches: the lower, the better. */
export const ranks = { name: 0, text: 1, sound: 2 } as const
export type Rank = (typeof ranks)[keyof typeof ranks]

/** The volunteers whom filters and search choose, each with how well it matches. */
export type Matches = ReadonlyMap<IndexedPerson, Rank>

/**
 * Returns how well a volunteer matches: by the beginning of a name for each word, by each word anywhere, or by some
 * words only as they sound (docs/volunteers.md#search). `undefined` for one who does not.
 */
export function rankOf(person: IndexedPerson, terms: readonly SearchTerm[]): Rank | undefined {
  let rank: Rank = ranks.name
  for (const { phones, words } of terms) {
    if (holdsAny(person.digits, phones)) {
      if (rank < ranks.text) rank = ranks.text
      continue
    }
    for (const word of words) {
      const found = rankOfWord(person, word)
      if (found === undefined) return undefined
      if (found > rank) rank = found
    }
  }
  return rank
}

function rankOfWord(person: IndexedPerson, word: SearchWord): Rank | undefined {
  const { text, digits, sounds } = person
  if (text.includes(word.text)) {
    const start = text.indexOf(word.atStart)
    return start >= 0 && start < text.indexOf('\n') ? ranks.name : ranks.text
  }
  if (holdsAny(digits, word.phones)) return ranks.text
  return sounds !== '' && holdsAny(sounds, word.sounds) ? ranks.sound : undefined
}

function holdsAny(text: string, parts: readonly string[]): boolean {
  for (const part of parts) if (text.includes(part)) return true
  return false
}
