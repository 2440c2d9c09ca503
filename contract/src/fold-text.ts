/** Characters within words that never separate words or make them differ: apostrophes, Hebrew geresh, and the like. */
const apostrophes = /['‘’‚‛ʻʼʽˈ`´′׳״]/g

/**
 * Marks that a search ignores, by script: accents of Latin, Greek and Cyrillic, points of Hebrew, vowels of Arabic and
 * Syriac. In other scripts marks are letters, such as the vowel signs of Devanagari or Thai, or the voicing of kana.
 * Without the `v` flag, which Safari 16.4 does not know.
 */
const ignoredMarks =
  /(?![\u3099\u309a])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu

/** Tatweel, and invisible characters: joiners, direction marks, soft hyphens. */
const dropped = /[\u0640\p{Cf}]/gu

/** Letters with a stroke, which Unicode does not decompose as it does letters with an accent. */
const stroked: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't' }
const strokedLetters = new RegExp(`[${Object.keys(stroked).join('')}]`, 'g')

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...stroked,
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
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

/**
 * Everything except the characters of words: letters, marks, numbers, symbols, and the punctuation of e-mail addresses.
 */
const betweenWords = /[^\p{L}\p{M}\p{N}\p{S}@._&]+/gu
const looseStops = /(?<![\p{L}\p{M}\p{N}])[._]+|[._]+(?![\p{L}\p{M}\p{N}])/gu

/** Texts in which folding changes only letter case: most names and e-mail addresses. */
const isPlain = /^[a-z0-9]+(?:[ @._][a-z0-9]+)*$/i
/** Texts that have only ASCII characters: most phone numbers and places. */
export const isAscii = /^\p{ASCII}*$/u

/**
 * Returns text in the form that a search compares: words between single spaces, ignoring letter case, accents and
 * punctuation. Whatever is searched, on the server or in a list of the web app, is folded by this function.
 */
export function foldText(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return (
    text
      .replaceAll(apostrophes, '')
      .normalize('NFKD')
      .replaceAll(ignoredMarks, '')
      // Composes Hangul syllables and voiced kana again, so that 기 is not found in 김.
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

/** Names in which folding changes only letter case. */
const isPlainName = /^[a-z0-9]+(?: [a-z0-9]+)*$/i
const blanksAndHyphens = /[\s\p{Pd}\u2212]+/gu

/**
 * Returns the name of a person or place in the form by which imports, their guard, and calls compare it: without letter
 * case, accents, kinds of apostrophe and hyphen, and repeated blanks. Never for display. A search ignores more.
 */
export function foldName(name: string): string {
  if (isPlainName.test(name)) return name.toLowerCase()
  return (
    name
      .replaceAll(apostrophes, "'")
      .normalize('NFKD')
      .replaceAll(ignoredMarks, '')
      .normalize('NFC')
      // Some letters are equal only as capitals: ß is SS, and the final sigma is a sigma.
      .toUpperCase()
      .toLowerCase()
      .replaceAll(dropped, '')
      .replaceAll(strokedLetters, (letter) => stroked[letter] ?? letter)
      .replaceAll(blanksAndHyphens, ' ')
      .trim()
  )
}

/**
 * Returns a text that is equal for equal words: case, accents and punctuation are ignored, except the accent of a
 * single letter, which makes it a different letter: 'Ñ' is not the 'N' of no. So does the horn: 'Thứ' is not 'Thu'.
 */
export function foldWord(text: string): string {
  const folded = toPlainWords(text.normalize('NFKD').replace(/(?!\u031b)\p{M}/gu, ''))
  return folded.length === 1 ? toPlainWords(text.normalize('NFKC')) : folded
}

/** Returns a title with blanks between words that are written together: 'phone Mobile' for 'phoneMobile'. */
export function spaceWords(title: string): string {
  return title.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
}

function toPlainWords(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function foldWords(text: string): string[] {
  const folded = foldText(text)
  return folded === '' ? [] : folded.split(' ')
}

const isDigit = /^\p{Nd}$/u

/** Returns the ASCII digit of any script's digit; each script has its digits in a row from 0 to 9. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return character
  let before = 0
  while (isDigit.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

const digitsInKey = 9

/** Returns a folded text in a form that sorts as people expect when compared letter by letter: 2 before 10. */
export function sortKey(folded: string): string {
  return folded.replaceAll(/[0-9]+/g, (digits) => digits.padStart(digitsInKey, '0'))
}
