import type { VolunteerIndex } from './build-index.ts'
import type { SearchTerm, SearchWord } from './search-terms.ts'

/** How well a volunteer matches: the lower, the better. */
export const ranks = { name: 0, text: 1, sound: 2, none: 3 } as const
export type Rank = (typeof ranks)[keyof typeof ranks]

type Searched = Pick<VolunteerIndex, 'texts' | 'sounds' | 'digits'>

/**
 * Returns how well a volunteer matches: by the beginning of a name for each word, by each word anywhere, or by some
 * words only as they sound (docs/volunteers.md#search).
 */
export function rankOf(index: Searched, volunteer: number, terms: readonly SearchTerm[]): Rank {
  let rank: Rank = ranks.name
  for (const { phones, words } of terms) {
    if (phones.length > 0 && holdsAny(index.digits[volunteer] ?? '', phones)) {
      if (rank < ranks.text) rank = ranks.text
      continue
    }
    for (const word of words) {
      const found = rankOfWord(index, volunteer, word)
      if (found === ranks.none) return ranks.none
      if (found > rank) rank = found
    }
  }
  return rank
}

function rankOfWord(index: Searched, volunteer: number, word: SearchWord): Rank {
  const text = index.texts[volunteer] ?? ''
  const { phones, sounds } = word
  if (text.includes(word.text)) {
    const start = text.indexOf(word.atStart)
    return start >= 0 && start < text.indexOf('\n') ? ranks.name : ranks.text
  }
  if (phones.length > 0 && holdsAny(index.digits[volunteer] ?? '', phones)) return ranks.text
  const itsSounds = index.sounds[volunteer] ?? ''
  return itsSounds !== '' && holdsAny(itsSounds, sounds) ? ranks.sound : ranks.none
}

function holdsAny(text: string, parts: readonly string[]): boolean {
  for (const part of parts) if (text.includes(part)) return true
  return false
}
