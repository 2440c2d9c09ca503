/** Replaces characters that no font of the project draws. */
const standIn = '\ufffd'

/** All characters at which Unicode breaks lines or words, and the byte order mark, which is an invisible space. */
const blanks = /[\s\u0085\u2028\u2029\ufeff]+/gu

/**
 * Invisible characters that hide or reverse the characters around them: controls, lone surrogates, soft hyphens,
 * zero-width spaces, direction marks, overrides and isolates, invisible operators, annotations, tags and
 * non-characters.
 */
const removed =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffc\ufffe\uffff\u{e0000}-\u{e0fff}]/gu

/** Emoji variants and joiners are useless without characters that the fonts can draw. */
const emojiJoiners = /[\ufe00-\ufe0f\u20e3]/gu

export type TextCleaner = ReturnType<typeof textCleaner>

/**
 * Returns a cleaner that prepares user text for printing: one line, no control or direction-override characters, and
 * `�` for characters that were left out because no font draws them: a tagged PDF is refused for one missing glyph.
 */
export function textCleaner() {
  const missing = new Set<string>()
  const leftOut = new Set<string>()
  const clean = (text: string): string => {
    const plain = text.normalize('NFC').replace(blanks, ' ').replace(removed, '')
    let drawn = ''
    for (const character of plain.replace(emojiJoiners, '')) {
      const codePoint = character.codePointAt(0) ?? 0
      if (isJoiner(codePoint)) {
        if (!drawn.endsWith(standIn)) drawn += character
        continue
      }
      if (!leftOut.has(character)) {
        drawn += character
        continue
      }
      missing.add(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`)
      if (!drawn.endsWith(standIn)) drawn += standIn
    }
    return breakLongWords(drawn.trim())
  }
  /** Treats characters as undrawable from now on; returns whether any of them is new. */
  const leaveOut = (characters: ReadonlySet<string>) => {
    const before = leftOut.size
    for (const character of characters) leftOut.add(character)
    return leftOut.size > before
  }
  /** Returns them as `U+1F338`, in order of appearance. */
  const undrawable = () => [...missing]
  return { clean, leaveOut, undrawable }
}

/** Whether a character is a zero-width joiner or non-joiner, which Persian and the scripts of India need. */
function isJoiner(codePoint: number): boolean {
  return codePoint === 0x200c || codePoint === 0x200d
}

/** Marks where a word may break; the templates replace it by an invisible break. */
const breakMark = '\u200b'
/** A break that shows a hyphen. */
const softHyphen = '\u00ad'
/** Characters that still fit on a line of the narrowest column with addresses. */
const lineLength = 20
const longWord = new RegExp(`[\\p{L}\\p{N}\\p{P}\\p{S}\\p{M}]{${lineLength},}`, 'gu')
const breakableScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\p{M}]+$/u

/** Adds breaks to words and addresses longer than a column: after an @, else after a mark, else within. */
function breakLongWords(text: string): string {
  return text.replace(longWord, (word) =>
    breakableScripts.test(word)
      ? word
          .split(/(?<=@)/u)
          .map((part) => breakPart(part, /[@/]/u.test(word) ? breakMark : softHyphen))
          .join(breakMark)
      : word,
  )
}

/** A hyphen in an address would be read as part of it, so that one breaks without. */
function breakPart(part: string, within: string): string {
  if (part.length <= lineLength) return part
  return part
    .split(/(?<=[\p{P}\p{S}])(?=[\p{L}\p{N}])/u)
    .map((piece) => (piece.length > 14 ? breakWithin(piece, within) : piece))
    .join(breakMark)
}

/** Lets a word break between any letters, but leaves three on either side of a hyphen. */
function breakWithin(piece: string, within: string): string {
  const letters = piece.match(/.\p{M}*/gu) ?? []
  const atEnds = within === softHyphen ? 3 : 1
  return letters
    .map((letter, at) => (at >= atEnds && at <= letters.length - atEnds ? within : '') + letter)
    .join('')
}
