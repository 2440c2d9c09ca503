import { isAscii, isUtf8 } from 'node:buffer'
import { type TextEncoding, textEncodings } from '@dashboard/contract/columns'
import { analyse } from 'chardet'

export interface DetectedEncoding {
  encoding: TextEncoding
  /** Whether no other encoding gives another text that is as likely. */
  isSure: boolean
  /** Encodings that give different texts, the likeliest first; only one if it is certain. */
  likely: TextEncoding[]
}

const sampleBytes = 1024 ** 2
const judgedBytes = 64 * 1024

/**
 * Detects the encoding of a text: by its byte order mark, else UTF-16 by its zeros, else UTF-8 unless many bytes are
 * invalid, else the encoding that gives the most likely words.
 */
export async function detectEncoding(pieces: AsyncIterable<Uint8Array>): Promise<DetectedEncoding> {
  const sample: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    if (size > 0 && isAscii(piece)) continue
    sample.push(piece)
    size += piece.length
    if (size >= sampleBytes) break
  }
  return judge(Buffer.concat(sample))
}

function judge(bytes: Buffer): DetectedEncoding {
  const unicode = detectUtf16(bytes) ?? (isMostlyUtf8(bytes) ? 'utf-8' : undefined)
  if (unicode !== undefined) return { encoding: unicode, isSure: true, likely: [unicode] }
  const lines = oddLines(bytes)
  const found = new Map(analyse(lines).map(({ name, confidence }) => [labelOf(name), confidence]))
  const ranked = textEncodings
    .filter((encoding) => !encoding.startsWith('utf'))
    .map((encoding) => {
      const text = new TextDecoder(encoding).decode(lines)
      const likely = likelihood(text)
      return { encoding, text, likely, score: 2 * likely + (found.get(encoding) ?? 0) / 100 }
    })
    .toSorted((a, b) => b.score - a.score)
  // Of encodings that give one text, the one that more programs write comes first in the list.
  const byText = new Map(ranked.map((each) => [each.text, each]))
  for (const each of ranked) {
    const known = byText.get(each.text) ?? each
    const isUsual = textEncodings.indexOf(each.encoding) < textEncodings.indexOf(known.encoding)
    if (isUsual) byText.set(each.text, { ...each, score: Math.max(each.score, known.score) })
  }
  const different = [...byText.values()].toSorted((a, b) => b.score - a.score)
  const [best, rival] = different
  if (best === undefined) return { encoding: 'utf-8', isSure: false, likely: [] }
  const isSure =
    (best.text.match(other)?.length ?? 0) >= enoughCharacters &&
    best.likely > 0.9 &&
    best.score - (rival?.score ?? 0) > surelyBetter
  const likely = different.slice(0, isSure ? 1 : mostLikely).map(({ encoding }) => encoding)
  return { encoding: best.encoding, isSure, likely }
}

const mostLikely = 6
/** In measurements with a hundred bytes, a wrong encoding was never this far ahead of the right one. */
const surelyBetter = 0.4
/** Fewer characters above ASCII prove little. */
const enoughCharacters = 5

function labelOf(name: string): string {
  const label = name.toLowerCase()
  // Windows has these letters at the same places, and more.
  return label === 'iso-8859-1' ? 'windows-1252' : label
}

/** Returns the encoding that a byte order mark declares, other than UTF-8. */
export function markedEncoding([first, second]: Uint8Array): TextEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function detectUtf16(bytes: Buffer): TextEncoding | undefined {
  const marked = markedEncoding(bytes)
  if (marked) return marked
  const zeros = [0, 0]
  const top = bytes.subarray(0, 4_096)
  for (const [at, byte] of top.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Titles, commas and line ends have a zero beside them in any language.
  if (odd > top.length / 16 && odd > 4 * even) return 'utf-16le'
  return even > top.length / 16 && even > 4 * odd ? 'utf-16be' : undefined
}

/** Whether bytes are UTF-8, except for a few: in other encodings letters rarely look like it. */
function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true
  const text = bytes.toString('utf8')
  const letters = text.match(/[\u0080-\uFFFC\u{10000}-\u{10FFFF}]/gu)?.length ?? 0
  const wrong = text.match(/\uFFFD/g)?.length ?? 0
  return letters > wrong
}

/** Returns the lines with bytes above ASCII: the others look the same in nearly all encodings. */
function oddLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = []
  let size = 0
  for (let start = 0; start < bytes.length && size < judgedBytes; ) {
    const newline = bytes.indexOf(10, start)
    const end = newline < 0 ? bytes.length : newline + 1
    const line = bytes.subarray(start, end)
    if (!isAscii(line)) {
      lines.push(line)
      size += line.length
    }
    start = end
  }
  return Buffer.concat(lines).subarray(0, judgedBytes)
}

/** Returns the lines of a text that tell encodings apart; none if the text is the same in most of them. */
export function distinguishingLines(bytes: Uint8Array, encoding: TextEncoding): string[] {
  const sample = encoding.startsWith('utf-16')
    ? bytes.subarray(0, sampleBytes)
    : oddLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const lines = new TextDecoder(encoding).decode(sample).split(/\r?\n/)
  return lines.filter(isDistinguishing)
}

/** Whether a text has characters that other encodings would read differently. */
export function isDistinguishing(text: string): boolean {
  return text.search(other) >= 0
}

const other = /[^\p{ASCII}]/gu
const letter = /[\p{L}\p{M}]/u
const latin = /\p{Script=Latin}/u
const usualMark = /[’‘“”–—…€°ºª¿¡«»№・、。（）：；～　]/u
/** Letters that hardly any text has, but many wrong readings. */
const rareLetter = /[\uFF61-\uFF9F\uE000-\uF8FFƒµ]/u

/** Returns the share of characters above ASCII that are in places where words have them. */
export function likelihood(text: string): number {
  let count = 0
  let odd = 0
  for (const { 0: character, index } of text.matchAll(other)) {
    count += 1
    const before = text[index - 1] ?? ''
    const after = text[index + character.length] ?? ''
    if (isOdd(character, before, after)) odd += 1
  }
  return count === 0 ? 1 : 1 - odd / count
}

function isOdd(character: string, before: string, after: string): boolean {
  if (usualMark.test(character))
    return letter.test(before) && letter.test(after) && character !== '’'
  if (!letter.test(character) || rareLetter.test(character)) return true
  const isLatin = latin.test(character)
  const isMixed = [before, after].some((one) => /\p{L}/u.test(one) && latin.test(one) !== isLatin)
  return (
    isMixed ||
    (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) ||
    isLoneCapital(character, before, after)
  )
}

/** Whether a word in lower case has a capital letter within it. */
function isLoneCapital(character: string, before: string, after: string): boolean {
  return /\p{Ll}/u.test(character) && /\p{Lu}/u.test(after) && /\p{L}/u.test(before)
}
