import { findTagEnd, type Place, skipSpaces, TagAttributes } from './xml-attributes.ts'
import { isInXmlName, startsXmlName } from './xml-characters.ts'
import { decodeEntities } from './xml-entities.ts'
import { KnownWords, sameBytes } from './xml-words.ts'

const bang = 33
const slash = 47
const colon = 58
const less = 60
const greater = 62
const question = 63
const dataStart = '<![CDATA['

export type XmlToken = 'opening' | 'closing' | 'text' | 'end'

/**
 * Reads the bytes of an XML part token by token, and makes texts only of what is asked for: a million
 * cells have four million tags. Malformed XML throws.
 */
export class XmlScanner {
  /** The name of the tag without its prefix, which differs between the programs that write workbooks. */
  name = ''
  /** Where the text begins and ends. */
  textStart = 0
  textEnd = 0
  /** The text holds no entities, whatever it looks like. */
  isLiteral = false
  readonly #bytes: Buffer
  readonly #words: KnownWords
  readonly #attributes: TagAttributes
  /** Of the elements that are open, their names, and where these are written with their prefixes. */
  readonly #names: string[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #at = 0
  #depth = 0
  #closesItself = false
  #hasMarkup = false

  constructor(xml: Uint8Array) {
    this.#bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.length)
    this.#words = new KnownWords(this.#bytes)
    this.#attributes = new TagAttributes(this.#bytes)
  }

  /** Goes on to the next tag or text. A tag that closes itself is an opening and a closing one. */
  next(): XmlToken {
    if (this.#closesItself) {
      this.#closesItself = false
      return 'closing'
    }
    const bytes = this.#bytes
    for (;;) {
      const at = this.#at
      if (bytes[at] !== less) {
        if (this.#readText(at)) return 'text'
        if (this.#at >= bytes.length) return this.#end()
      }
      this.#hasMarkup = true
      const kind = bytes[this.#at + 1]
      if (kind === slash) return this.#readClosing(this.#at + 2)
      if (kind !== bang && kind !== question) return this.#readOpening(this.#at + 1)
      if (this.#readOther(this.#at, kind)) return 'text'
    }
  }

  /** The text as it is meant. */
  text(): string {
    const text = this.#bytes.toString('utf8', this.textStart, this.textEnd)
    return this.isLiteral ? text : decodeEntities(text)
  }

  /** The value of the attribute with this name, or else with this name behind a prefix. */
  attribute(name: string): string | undefined {
    const place = this.#attributes.find(name)
    return place && decodeEntities(this.#words.at(place.value, place.valueEnd))
  }

  /** Where that attribute is, for who reads its bytes. */
  attributePlace(name: string): Place | undefined {
    return this.#attributes.find(name)
  }

  /** Reads to the next tag; text outside of all elements is none. */
  #readText(start: number): boolean {
    const bytes = this.#bytes
    let at = start
    while (at < bytes.length && bytes[at] !== less) at += 1
    this.#at = at
    if (this.#depth === 0 || at === bytes.length) return false
    this.textStart = start
    this.textEnd = at
    this.isLiteral = false
    return true
  }

  #end(): XmlToken {
    if (this.#depth > 0 || !this.#hasMarkup) throw new Error('unexpected end of XML')
    return 'end'
  }

  #readOpening(start: number): XmlToken {
    const bytes = this.#bytes
    if (!startsXmlName(bytes[start])) throw new Error('tag without a name')
    let at = start
    let local = start
    while (isInXmlName(bytes[at])) {
      if (bytes[at] === colon && local === start) local = at + 1
      at += 1
    }
    const name = this.#words.at(local, at)
    this.#at = this.#attributes.read(at)
    this.#closesItself = this.#attributes.selfClosing
    if (!this.#closesItself) {
      this.#names[this.#depth] = name
      this.#starts[this.#depth] = start
      this.#ends[this.#depth] = at
      this.#depth += 1
    }
    this.name = name
    return 'opening'
  }

  #readClosing(start: number): XmlToken {
    if (this.#depth === 0) throw new Error('closing tag without an opening one')
    const top = this.#depth - 1
    const opened = this.#starts[top] ?? 0
    const openedEnd = this.#ends[top] ?? 0
    const at = skipSpaces(this.#bytes, start + openedEnd - opened)
    if (!sameBytes(this.#bytes, start, opened, openedEnd) || this.#bytes[at] !== greater) {
      throw new Error('wrong closing tag')
    }
    this.#at = at + 1
    this.#depth = top
    this.name = this.#names[top] ?? ''
    return 'closing'
  }

  /** Reads a comment, a declaration or an instruction, which say nothing, or CDATA, which is text. */
  #readOther(start: number, kind: number): boolean {
    const bytes = this.#bytes
    if (kind === question) this.#at = this.#behind('?>', start)
    else if (bytes.toString('latin1', start, start + 4) === '<!--') {
      this.#at = this.#behind('-->', start)
    } else if (bytes.toString('latin1', start, start + dataStart.length) === dataStart) {
      this.#at = this.#behind(']]>', start)
      this.textStart = start + dataStart.length
      this.textEnd = this.#at - 3
      this.isLiteral = true
      return this.#depth > 0
    } else this.#at = findTagEnd(bytes, start + 1) + 1
    return false
  }

  #behind(mark: string, start: number): number {
    const at = this.#bytes.indexOf(mark, start, 'latin1')
    if (at < 0) throw new Error(`'${mark}' is missing`)
    return at + mark.length
  }
}
