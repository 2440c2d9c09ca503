import { isInXmlName, isSpace, startsXmlName } from './xml-characters.ts'

const doubleQuote = 34
const singleQuote = 39
const slash = 47
const colon = 58
const equals = 61
const greater = 62
const untidy = -1

/** In a tag that is not as it should be: what is between spaces, and what of that is an attribute. */
const words = /(?:"[^"]*"|'[^']*'|[^\t-\r ])+/g
const attribute = /^([A-Za-z_:][\w:.-]*)=(?:"[^"]*"|'[^']*')$/

/** Where the name and the value of an attribute begin and end. */
export interface Place {
  name: number
  nameEnd: number
  value: number
  valueEnd: number
}

/**
 * The attributes of the opening tag that was read last. They are kept as places, not as texts: a sheet
 * has millions of tags, and few of their attributes are asked for.
 */
export class TagAttributes {
  selfClosing = false
  #count = 0
  readonly #bytes: Buffer
  readonly #places: Place[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Reads from behind a tag's name to behind its end, which it returns. */
  read(behindName: number): number {
    this.#count = 0
    const end = this.#readTidy(behindName)
    return end === untidy ? this.#readUntidy(behindName) : end
  }

  /** Where the attribute with this name is, or else the first with this name behind a prefix. */
  find(name: string): Place | undefined {
    const bytes = this.#bytes
    let prefixed: Place | undefined
    for (let index = 0; index < this.#count; index += 1) {
      const place = this.#places[index]
      if (!place) break
      const start = place.nameEnd - name.length
      if (start === place.name) {
        if (isAt(bytes, start, name)) return place
      } else if (start > place.name && bytes[start - 1] === colon && isAt(bytes, start, name)) {
        prefixed ??= place
      }
    }
    return prefixed
  }

  #readTidy(behindName: number): number {
    const bytes = this.#bytes
    let at = behindName
    for (;;) {
      const byte = bytes[at]
      if (byte === greater) {
        this.selfClosing = false
        return at + 1
      }
      if (byte === slash && bytes[at + 1] === greater) {
        this.selfClosing = true
        return at + 2
      }
      if (!isSpace(byte)) return untidy
      at = skipSpaces(bytes, at + 1)
      if (startsXmlName(bytes[at])) {
        at = this.#readAttribute(at)
        if (at === untidy) return untidy
      }
    }
  }

  #readAttribute(name: number): number {
    const bytes = this.#bytes
    let at = name + 1
    while (isInXmlName(bytes[at])) at += 1
    const nameEnd = at
    at = skipSpaces(bytes, at)
    if (bytes[at] !== equals) return untidy
    at = skipSpaces(bytes, at + 1)
    const quote = bytes[at]
    if (quote !== doubleQuote && quote !== singleQuote) return untidy
    const value = at + 1
    at = value
    while (at < bytes.length && bytes[at] !== quote) at += 1
    if (at === bytes.length) return untidy
    this.#add(name, nameEnd, value, at)
    return at + 1
  }

  #add(name: number, nameEnd: number, value: number, valueEnd: number): void {
    const place = this.#places[this.#count]
    if (place) {
      place.name = name
      place.nameEnd = nameEnd
      place.value = value
      place.valueEnd = valueEnd
    } else this.#places.push({ name, nameEnd, value, valueEnd })
    this.#count += 1
  }

  /** A tag with faults is read without the attributes that have them. */
  #readUntidy(behindName: number): number {
    if (!isSpace(this.#bytes[behindName])) throw new Error('wrong name of a tag')
    const end = findTagEnd(this.#bytes, behindName)
    this.selfClosing = this.#bytes[end - 1] === slash
    this.#count = 0
    // In Latin-1 each byte is one character.
    const inside = this.#bytes.toString('latin1', behindName, this.selfClosing ? end - 1 : end)
    for (const { 0: word, index } of inside.matchAll(words)) {
      const name = behindName + index
      const nameEnd = name + (attribute.exec(word)?.[1]?.length ?? 0)
      if (nameEnd > name) this.#add(name, nameEnd, nameEnd + 2, name + word.length - 1)
    }
    return end + 1
  }
}

/** The place of the `>` that ends a tag: the first one that is not in quotes. */
export function findTagEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === greater) return at
    if (byte !== doubleQuote && byte !== singleQuote) continue
    const closing = bytes.indexOf(byte, at + 1)
    if (closing > 0) at = closing
  }
  throw new Error('unclosed tag')
}

export function skipSpaces(bytes: Buffer, start: number): number {
  let at = start
  while (isSpace(bytes[at])) at += 1
  return at
}

function isAt(bytes: Buffer, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[start + index] !== word.charCodeAt(index)) return false
  }
  return true
}
