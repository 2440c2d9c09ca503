import { foldWords } from '@dashboard/contract/fold-text'
import { fewestPhoneDigits, phoneVariants } from '@dashboard/store/volunteers/phone-digits'
import { soundQueries } from '@dashboard/store/volunteers/sound'

export interface SearchWord {
  /** The word, folded. */
  text: string
  /** The word with the blank before it that every word in the index has. */
  atStart: string
  /** A stored number must contain one of these for the word to match it. */
  phones: string[]
  /** Forms for a match by sound with other scripts. */
  sounds: string[]
}

/** A part of a query; it matches by its number as a whole, or by all of its words. */
export interface SearchTerm {
  phones: string[]
  words: SearchWord[]
}

/** Matches digits as people write telephone numbers, except those within a word or an e-mail address. */
const numbers = /(?<![\p{L}\p{N}@._+])[+＋(]*\p{Nd}[\p{Nd}\s().\-–/]*\p{Nd}(?![\p{L}\p{N}@_])/gu

/** Returns the terms of a query; a volunteer must match every term (docs/volunteers.md#search). */
export function readSearchTerms(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  const rest = query.replaceAll(numbers, (written) => {
    const phones = phoneVariants(written)
    if (phones.length === 0) return written
    terms.push({ phones, words: foldWords(written).map(toWord) })
    return ' '
  })
  for (const word of new Set(foldWords(rest))) terms.push({ phones: [], words: [toWord(word)] })
  return terms
}

function toWord(text: string): SearchWord {
  const isNumber = new RegExp(`^[0-9]{${fewestPhoneDigits},}$`).test(text)
  return {
    text,
    atStart: ` ${text}`,
    phones: isNumber ? phoneVariants(text) : [],
    sounds: soundQueries(text),
  }
}
