/**
 * Raised whenever folding or the sound of a name changes: rows folded by another version are folded again at
 * the next start (docs/volunteers.md#folding).
 */
export const foldVersion = 1

/** Written in words, never a reason to split or tell apart: apostrophes, Hebrew geresh, and the like. */
const apostrophes = /['‘’‚‛ʻʼʽˈ`´′׳״]/g

/**
 * Marks that a search ignores, by script: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of
 * Arabic and Syriac. Everywhere else marks are letters, such as the vowel signs of Devanagari or Thai, or the
 * voicing of kana.
 */
const ignoredMarks =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]]--[\u3099\u309a]]/gv

/** Tatweel, and what is invisible: joiners, marks of direction, soft hyphens. */
const dropped = /[\u0640\p{Cf}]/gu

/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const tabled = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** What is in a word: letters, marks, numbers and symbols, and what holds an e-mail address together. */
const betweenWords = /[^\p{L}\p{M}\p{N}\p{S}@._&]+/gu
const looseStops = /(?<![\p{L}\p{M}\p{N}])[._]+|[._]+(?![\p{L}\p{M}\p{N}])/gu

/** What folding changes in nothing but letter case: most names and e-mail addresses. */
const isPlain = /^[a-z0-9]+(?:[ @._][a-z0-9]+)*$/i
/** What has no marks, letters or digits but those of ASCII: most phone numbers and places. */
export const isAscii = /^\p{ASCII}*$/u
const asciiApostrophes = /['`]/g
const betweenAsciiWords = /[^a-z0-9@._&$+<=>^|~]+/g
const looseAsciiStops = /(?<![a-z0-9])[._]+|[._]+(?![a-z0-9])/g

/**
 * Text as a search compares it: words between single spaces, without letter case, accents and punctuation.
 * Rows and queries are folded by this function, on every database.
 */
export function foldText(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  if (isAscii.test(text)) return foldAscii(text)
  return (
    text
      .replaceAll(apostrophes, '')
      .normalize('NFKD')
      .replaceAll(ignoredMarks, '')
      // Makes syllables of Hangul and voiced kana whole again, so that 기 is not found in 김.
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(dropped, '')
      .replaceAll(tabled, (letter) => letters[letter] ?? letter)
      .replaceAll(/\p{Nd}/gu, digitOf)
      .replaceAll(betweenWords, ' ')
      .replaceAll(looseStops, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
  )
}

/** The steps of folding that change anything in ASCII. */
function foldAscii(text: string): string {
  const words = text
    .replaceAll(asciiApostrophes, '')
    .toLowerCase()
    .replaceAll(betweenAsciiWords, ' ')
  return words.replaceAll(looseAsciiStops, ' ').replaceAll(/ +/g, ' ').trim()
}

/** The words of a text, folded. */
export function foldWords(text: string): string[] {
  const folded = foldText(text)
  return folded === '' ? [] : folded.split(' ')
}

const isDigit = /^\p{Nd}$/u

/** The digits of each script stand in a row from 0 to 9. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return character
  let before = 0
  while (isDigit.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

const digitsInKey = 9

/** A folded text so that it sorts as people expect where texts are compared letter by letter: 2 before 10. */
export function sortKey(folded: string): string {
  return folded.replaceAll(/[0-9]+/g, (digits) => digits.padStart(digitsInKey, '0'))
}
