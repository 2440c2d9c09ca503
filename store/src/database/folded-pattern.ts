import { foldText } from '@dashboard/contract/fold-text'
import { lazy } from '@dashboard/contract/lazy'

/** Letters that fold to two. A value spells these before it is compared with a pattern. */
export const lettersOfTwo = [...'ßẞæÆœŒþÞ'].map((letter) => [letter, foldText(letter)] as const)

/**
 * Returns a pattern, for PostgreSQL and JavaScript, of all texts that fold as this one does (`foldText`): for each letter
 * those that fold to it, and behind it what folding drops.
 */
export function foldedPattern(text: string): string {
  const letters = [...foldText(text)]
  // Signs alone are searched as they are written.
  if (letters.length === 0) return [...text].map(inPattern).join('')
  const spellings = readSpellings()
  const dropped = `[${spellings.get('')}]`
  return letters
    .map((letter) => {
      const one = `[${inPattern(letter)}${spellings.get(letter) ?? ''}]`
      return letter === ' ' ? `${one}(?:${one}|${dropped})*` : `${one}${dropped}*`
    })
    .join('')
}

/** Returns, for what folding makes of single characters, these as ranges of a pattern. */
const readSpellings = lazy(() => {
  const codes = new Map<string, number[]>()
  for (const [first, last] of alphabets) {
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCharCode(code)
      // A dot at the end of a word is dropped as other punctuation is.
      const folded = /[._]/.test(character) ? ' ' : foldText(`x${character}x`).slice(1, -1)
      if (folded !== character) codes.getOrInsertComputed(folded, () => []).push(code)
    }
  }
  return new Map([...codes].map(([folded, of]) => [folded, rangesOf(of)]))
})

/** From blanks to the letters in circles, punctuation of East Asia, marks of direction, and wide letters. */
const alphabets = [
  [0x00, 0x24ff],
  [0x3000, 0x303f],
  [0xfe00, 0xffef],
] as const

function rangesOf(codes: readonly number[]): string {
  return codes
    .map((code, at) => {
      const character = inPattern(String.fromCharCode(code))
      if (codes[at - 1] !== code - 1) return character
      return codes[at + 1] === code + 1 ? '' : `-${character}`
    })
    .join('')
}

function inPattern(character: string): string {
  if (character.length > 1) return character
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
