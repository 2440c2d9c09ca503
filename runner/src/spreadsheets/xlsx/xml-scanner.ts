const bang = 33
const slash = 47
const colon = 58
const less = 60
const greater = 62
const question = 63
const dataStart = '<![CDATA['

/** Far more than any part of a workbook has; nested tags and attributes take many times their size in memory. */
const deepest = 256
const mostAttributes = 1_000

export type XmlToken = 'opening' | 'closing' | 'text' | 'end'

/**
 * Reads the bytes of an XML part token by token, and creates strings only for requested values: a million cells have
 * four million tags. Malformed XML throws.
 */
export class XmlScanner {
  /**
   * Name of the tag: without its prefix, which differs between the programs that write workbooks, in the namespace of
   * the first tag, and with its prefix and a colon in others. Those hold extensions with the same names.
   */
  name = ''
  /** Positions at which the text begins and ends. */
  textStart = 0
  textEnd = 0
  /** Whether the text is CDATA, in which entities are not decoded. */
  isLiteral = false
  readonly #bytes: Buffer
  readonly #words: KnownWords
  readonly #attributes: TagAttributes
  readonly #namespaces = new Namespaces()
  /** Names of the open elements, and the positions of these names with their prefixes. */
  readonly #names: string[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #at = 0
  #depth = 0
  #closesItself = false
  #hasMarkup = false

  /** The bytes that are read, in UTF-8 whatever the encoding of the part. */
  get bytes(): Buffer {
    return this.#bytes
  }

  constructor(xml: Uint8Array) {
    this.#bytes = inUtf8(Buffer.from(xml.buffer, xml.byteOffset, xml.length))
    this.#words = new KnownWords(this.#bytes)
    this.#attributes = new TagAttributes(this.#bytes)
  }

  /** Advances to the next tag or text. A tag that closes itself counts as an opening and a closing one. */
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

  /** Returns the text with its entities decoded. */
  text(): string {
    const written = this.#bytes.toString('utf8', this.textStart, this.textEnd)
    const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written
    return this.isLiteral ? text : decodeEntities(text)
  }

  /** Returns the value of the attribute with this name, or else with this name after a prefix. */
  attribute(name: string): string | undefined {
    const place = this.#attributes.find(name)
    return place && decodeEntities(this.#words.at(place.value, place.valueEnd))
  }

  /** Returns the position of that attribute, for callers that read its bytes. */
  attributePlace(name: string): Place | undefined {
    return this.#attributes.find(name)
  }

  /** Reads up to the next tag; text outside all elements is ignored. */
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
    this.#at = this.#attributes.read(at)
    this.#closesItself = this.#attributes.selfClosing
    const name = this.#nameOf(start, local, at)
    if (!this.#closesItself) {
      if (this.#depth === deepest) throw new Error('tags within tags within tags')
      this.#names[this.#depth] = name
      this.#starts[this.#depth] = start
      this.#ends[this.#depth] = at
      this.#depth += 1
    }
    this.name = name
    return 'opening'
  }

  #nameOf(start: number, local: number, end: number): string {
    const name = this.#words.at(local, end)
    if (local === start && !this.#attributes.declaresNamespaces && this.#namespaces.isPlain) {
      return name
    }
    const prefix = local === start ? '' : this.#words.at(start, local - 1)
    if (this.#attributes.declaresNamespaces) {
      for (const [declared, uri] of this.#attributes.namespaces()) {
        this.#namespaces.declare(declared, uri, this.#depth)
      }
    }
    const isMain = this.#namespaces.isMain(prefix)
    if (this.#closesItself) this.#namespaces.leave(this.#depth)
    return isMain ? name : `${prefix}:${name}`
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
    this.#namespaces.leave(top)
    this.name = this.#names[top] ?? ''
    return 'closing'
  }

  /** Reads a comment, a declaration or an instruction, which are ignored, or CDATA, which is text. */
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

/** The prefixes of namespaces, each valid within the tag that declares it. */
class Namespaces {
  /** Whether tags without a prefix are in the namespace of the first tag; nearly all are. */
  isPlain = false
  #main: string | undefined
  readonly #declared: { prefix: string; uri: string; depth: number }[] = []

  declare(prefix: string, uri: string, depth: number): void {
    this.#declared.push({ prefix, uri, depth })
    this.isPlain = this.#uriOf('') === this.#main
  }

  /** Whether the prefix is that of the namespace of the first tag. */
  isMain(prefix: string): boolean {
    if (this.#main === undefined) {
      this.#main = this.#uriOf(prefix)
      this.isPlain = this.#uriOf('') === this.#main
    }
    return this.#uriOf(prefix) === this.#main
  }

  /** Forgets what the tag at this depth has declared. */
  leave(depth: number): void {
    let last = this.#declared.at(-1)
    if (last === undefined || last.depth < depth) return
    while (last !== undefined && last.depth >= depth) {
      this.#declared.pop()
      last = this.#declared.at(-1)
    }
    this.isPlain = this.#uriOf('') === this.#main
  }

  /** Returns the namespace; a prefix that nobody declares stands for itself. */
  #uriOf(prefix: string): string {
    return this.#declared.findLast((each) => each.prefix === prefix)?.uri ?? prefix
  }
}

/** Returns XML in UTF-8, and saying so, whatever the encoding that its beginning shows. */
export function inUtf8(xml: Buffer): Buffer {
  const encoding = utf16Of(xml) ?? declaredEncoding.exec(xml.toString('latin1', 0, 200))?.[2]
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return xml
  const text = new TextDecoder(encoding).decode(xml)
  return Buffer.from(text.replace(declaredEncoding, '$1UTF-8'))
}

function utf16Of([first, second]: Buffer): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === less && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === less)) return 'utf-16be'
  return undefined
}

const declaredEncoding = /^(\s*<\?xml\b[^>]*?\sencoding\s*=\s*["'])([^"']+)/

export interface XmlHandlers {
  /** `attribute` returns the decoded value by its name without prefix, if the attribute exists. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
}

/** Reads a document of which only the tags matter. Malformed XML throws. */
export function readXml(xml: string | Uint8Array, { open, close }: XmlHandlers): void {
  const scanner = new XmlScanner(typeof xml === 'string' ? Buffer.from(xml) : xml)
  const attribute = (name: string) => scanner.attribute(name)
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === 'opening') open(scanner.name, attribute)
    else if (token === 'closing') close?.(scanner.name)
  }
}

const doubleQuote = 34
const singleQuote = 39
const equals = 61
const untidy = -1
const letterX = 120

/** Matches the parts of a malformed tag that are separated by spaces; a second pattern decides which are attributes. */
const words = /(?:"[^"]*"|'[^']*'|[^\t-\r ])+/g
const attribute = /^([A-Za-z_:][\w:.-]*)=(?:"[^"]*"|'[^']*')$/

/** Positions at which the name and the value of an attribute begin and end. */
export interface Place {
  name: number
  nameEnd: number
  value: number
  valueEnd: number
}

/**
 * The attributes of the opening tag that was read last. They are stored as positions, not as strings: a sheet has
 * millions of tags, and few of their attributes are read.
 */
class TagAttributes {
  selfClosing = false
  declaresNamespaces = false
  #count = 0
  readonly #bytes: Buffer
  readonly #places: Place[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Yields the prefixes that the tag declares, with their namespaces. */
  *namespaces(): Generator<[prefix: string, uri: string]> {
    for (const { name, nameEnd, value, valueEnd } of this.#places.slice(0, this.#count)) {
      const [xmlns, prefix = ''] = this.#bytes.toString('latin1', name, nameEnd).split(':')
      if (xmlns === 'xmlns') yield [prefix, this.#bytes.toString('latin1', value, valueEnd)]
    }
  }

  /** Reads from the end of a tag's name to the end of the tag, and returns that position. */
  read(behindName: number): number {
    this.#count = 0
    this.declaresNamespaces = false
    const end = this.#readTidy(behindName)
    return end === untidy ? this.#readUntidy(behindName) : end
  }

  /** Returns the position of the attribute with this name, or else of the first with this name after a prefix. */
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
    if (this.#count === mostAttributes) throw new Error('too many attributes')
    if (this.#bytes[name] === letterX && isAt(this.#bytes, name, 'xmlns'))
      this.declaresNamespaces = true
    const place = this.#places[this.#count]
    if (place) {
      place.name = name
      place.nameEnd = nameEnd
      place.value = value
      place.valueEnd = valueEnd
    } else this.#places.push({ name, nameEnd, value, valueEnd })
    this.#count += 1
  }

  /** Reads a malformed tag and omits the attributes that are malformed. */
  #readUntidy(behindName: number): number {
    if (!isSpace(this.#bytes[behindName])) throw new Error('wrong name of a tag')
    const end = findTagEnd(this.#bytes, behindName)
    this.selfClosing = this.#bytes[end - 1] === slash
    this.#count = 0
    // Each byte is one character in Latin-1.
    const inside = this.#bytes.toString('latin1', behindName, this.selfClosing ? end - 1 : end)
    for (const { 0: word, index } of inside.matchAll(words)) {
      const name = behindName + index
      const nameEnd = name + (attribute.exec(word)?.[1]?.length ?? 0)
      if (nameEnd > name) this.#add(name, nameEnd, nameEnd + 2, name + word.length - 1)
    }
    return end + 1
  }
}

/** Returns the position of the `>` that ends a tag: the first one outside quotes. */
function findTagEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === greater) return at
    if (byte !== doubleQuote && byte !== singleQuote) continue
    const closing = bytes.indexOf(byte, at + 1)
    if (closing > 0) at = closing
  }
  throw new Error('unclosed tag')
}

function skipSpaces(bytes: Buffer, start: number): number {
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

const slots = 256
const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/**
 * Caches the words of an XML part as strings: millions of tags use a handful of names, and creating a string from bytes
 * takes longer than reading the tag.
 */
class KnownWords {
  readonly #bytes: Buffer
  readonly #words: { text: string; start: number; length: number }[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Returns the text from `start` to `end`. */
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

/** Whether the bytes from `start` to `end` equal those from `other` on. */
function sameBytes(bytes: Buffer, other: number, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== bytes[other + at - start]) return false
  }
  return true
}

const entity = /&(?:#(\d+)|#x([0-9a-f]+)|(amp|apos|gt|lt|quot));/gi
const named = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
])

/** Decodes the entities of XML text; unknown entities stay as they are written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name.toLowerCase()) ?? written
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })
}

const space = 1
const startsName = 2
const inName = 4

/** Character classes of each UTF-8 byte. Names in workbooks have ASCII letters only. */
const kinds = new Uint8Array(256)
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code)
  if (/\s/.test(character)) kinds[code] = space
  if (/[\d:.\w-]/.test(character)) kinds[code] = inName
  if (/[A-Za-z_:]/.test(character)) kinds[code] = inName | startsName
}

// A byte past the end is `undefined`, which belongs to no class.
function isKind(byte: number | undefined, kind: number): boolean {
  return byte !== undefined && ((kinds[byte] ?? 0) & kind) !== 0
}

const isSpace = (byte: number | undefined): boolean => isKind(byte, space)
const startsXmlName = (byte: number | undefined): boolean => isKind(byte, startsName)
const isInXmlName = (byte: number | undefined): boolean => isKind(byte, inName)
