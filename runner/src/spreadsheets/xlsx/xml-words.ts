const slots = 256
const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/**
 * The words of an XML part as texts, each made once: the names of millions of tags are a handful of
 * words, and making a text of bytes takes longer than reading the tag.
 */
export class KnownWords {
  readonly #bytes: Buffer
  readonly #words: { text: string; start: number; length: number }[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The text from `start` to `end`. */
  at(start: number, end: number): string {
    const bytes = this.#bytes
    if (end - start === 1) {
      const letter = letters[bytes[start] ?? slots]
      if (letter !== undefined) return letter
    }
    let sum = end - start
    for (let at = start; at < end; at += 1) sum = (sum * 31 + (bytes[at] ?? 0)) & 0xffff
    const slot = sum % slots
    const known = this.#words[slot]
    if (known && known.length === end - start && sameBytes(bytes, known.start, start, end)) {
      return known.text
    }
    const text = bytes.toString('utf8', start, end)
    this.#words[slot] = { text, start, length: end - start }
    return text
  }
}

/** Whether the bytes from `start` to `end` are also those from `other` on. */
export function sameBytes(bytes: Buffer, other: number, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== bytes[other + at - start]) return false
  }
  return true
}
