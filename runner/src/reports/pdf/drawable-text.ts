import type { FontCoverage } from './font-coverage.ts'

/** Replaces characters without a glyph in any font of the project. */
const standIn = '\ufffd'

/** Everything Unicode breaks lines or words at, and the byte order mark, which is a space that shows nothing. */
const blanks = /[\s\u0085\u2028\u2029\ufeff]+/gu

/**
 * Characters that show nothing but hide or reverse the characters around them: controls, lone surrogates,
 * soft hyphens, zero-width spaces, direction marks, overrides and isolates, invisible operators,
 * annotations, tags and non-characters.
 */
const removed =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffc\ufffe\uffff\u{e0000}-\u{e0fff}]/gu

/** Emoji variants and joiners mean something only between characters that are drawn. */
const emojiJoiners = /[\ufe00-\ufe0f\u20e3]/gu

/** Makes text drawable and collects the characters that no font has. */
export interface TextCleaner {
  clean(text: string): string
  /** `U+1F338`, in the order met. */
  undrawable(): string[]
}

/**
 * Prepares text that users typed for printing: one line, no control or direction-override characters,
 * and `�` for what no font can draw, since a tagged PDF is refused for one missing glyph.
 */
export function textCleaner(isCovered: FontCoverage): TextCleaner {
  const missing = new Set<string>()
  const clean = (text: string): string => {
    const plain = text.normalize('NFC').replace(blanks, ' ').replace(removed, '')
    let drawn = ''
    for (const character of plain.replace(emojiJoiners, '')) {
      const codePoint = character.codePointAt(0) ?? 0
      if (isJoiner(codePoint)) {
        if (!drawn.endsWith(standIn)) drawn += character
        continue
      }
      if (isCovered(codePoint)) {
        drawn += character
        continue
      }
      missing.add(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`)
      if (!drawn.endsWith(standIn)) drawn += standIn
    }
    return breakLongWords(drawn.trim())
  }
  return { clean, undrawable: () => [...missing] }
}

/** Zero-width joiner and non-joiner: needed in Persian and the scripts of India. */
function isJoiner(codePoint: number): boolean {
  return codePoint === 0x200c || codePoint === 0x200d
}

/** Where a word may break; the templates replace it by an invisible break. */
const breakMark = '\u200b'
/** What still fits on a line of the narrowest column that holds addresses. */
const lineLength = 20
const longWord = new RegExp(`[\\p{L}\\p{N}\\p{P}\\p{S}\\p{M}]{${lineLength},}`, 'gu')
const breakableScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\p{M}]+$/u

/** Lets words and addresses longer than a column break: after an @, else after a sign or anywhere. */
function breakLongWords(text: string): string {
  return text.replace(longWord, (word) =>
    breakableScripts.test(word)
      ? word
          .split(/(?<=@)/u)
          .map(breakPart)
          .join(breakMark)
      : word,
  )
}

function breakPart(part: string): string {
  if (part.length <= lineLength) return part
  return part
    .split(/(?<=[\p{P}\p{S}])(?=[\p{L}\p{N}])/u)
    .map((piece) => (piece.length > 14 ? piece.match(/.\p{M}*/gu)?.join(breakMark) : piece))
    .join(breakMark)
}
