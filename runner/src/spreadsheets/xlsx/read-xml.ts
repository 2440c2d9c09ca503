import { Parser } from 'saxen'

/** Far more than any part of a workbook has; nested tags and attributes take many times their size in memory. */
const deepest = 256
const maxTokenLength = 4 * 1024 * 1024
const pieceBytes = 1024 * 1024

export interface XmlHandlers {
  /**
   * `name` is without its prefix, which differs between the programs that write workbooks, in the namespace of the
   * first tag, and with a prefix and a colon in others. Those hold extensions with the same names. `attribute` returns
   * the value of the attribute with this name, or else with this name after a prefix.
   */
  open(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/** Reads a part of a workbook. Malformed XML throws. */
export function readXml(xml: string | Uint8Array, handlers: XmlHandlers): void {
  const bytes = typeof xml === 'string' ? Buffer.from(xml) : xml
  for (const _ of readXmlInPieces(bytes, handlers));
}

/** Reads as `readXml` does, and yields after each piece, so that few of a sheet's rows are held at once. */
export function* readXmlInPieces(xml: Uint8Array, handlers: XmlHandlers): Generator<void> {
  const parser = makeParser(handlers)
  for (const piece of cutAtTags(inUtf8(Buffer.from(xml.buffer, xml.byteOffset, xml.length)))) {
    parser.write(withTidyAttributes(piece))
    yield
  }
  parser.end()
}

const harmless = /^missing namespace for prefix|^non-whitespace outside of root node/

function makeParser({ open, close, text }: XmlHandlers): Parser {
  const parser = new Parser()
  parser.ns()
  let main: string | undefined
  let depth = 0
  const nameOf = (name: string) => {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, Math.max(colon, 0))
    main ??= prefix
    return prefix === main ? name.slice(colon + 1) : name
  }
  let attributes: () => Record<string, string> | false
  const attribute = (name: string) => {
    const all = attributes() || {}
    const value = all[name] ?? all[Object.keys(all).find((key) => key.endsWith(`:${name}`)) ?? '']
    return value === undefined ? undefined : decodeEntities(value)
  }
  parser.on('openTag', (name, read) => {
    depth += 1
    if (depth > deepest) throw new Error('tags within tags within tags')
    attributes = read
    open(nameOf(name), attribute)
  })
  parser.on('closeTag', (name) => {
    depth -= 1
    close?.(nameOf(name))
  })
  if (text) {
    const oneLineEnd = (written: string) =>
      written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written
    parser.on('text', (written) => text(decodeEntities(oneLineEnd(written))))
    parser.on('cdata', (written) => text(oneLineEnd(written)))
  }
  // A malformed attribute would be left out, and a cell without its address would land in another column.
  parser.on('warn', ({ message }) => {
    if (!harmless.test(message)) throw new Error(message)
  })
  return parser
}

/** Yields the text in pieces that end before a tag: the parser ends a tag at a `>` in half an attribute. */
function* cutAtTags(xml: Buffer): Generator<string> {
  const decoder = new TextDecoder()
  let begun = ''
  for (let at = 0; at < xml.length; at += pieceBytes) {
    const text = decoder.decode(xml.subarray(at, at + pieceBytes), { stream: true })
    const end = text.lastIndexOf('<')
    if (end >= 0) {
      yield begun + text.slice(0, end)
      begun = ''
    }
    begun += text.slice(Math.max(end, 0))
    if (begun.length > maxTokenLength) throw new Error('a tag or text without end')
  }
  yield begun + decoder.decode()
}

const looseEquals = /\s=|=\s/
const tag = /<[A-Za-z_:](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g

/** Removes spaces beside the `=` of attributes, which the parser leaves out otherwise. */
function withTidyAttributes(xml: string): string {
  if (!looseEquals.test(xml) || xml.includes('<![CDATA[')) return xml
  return xml.replace(tag, (written) =>
    written.replace(/("[^"]*"|'[^']*')|(?<!\s)\s*=\s*/g, (_, quoted?: string) => quoted ?? '='),
  )
}

const entity = /&(?:#(\d+)|#x([0-9a-f]+)|(amp|apos|gt|lt|quot));/gi
const named: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }

/** Decodes the entities of XML text, including those beyond the first plane; unknown entities stay as written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? written
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })
}

/** Returns XML in UTF-8, and declared as such, whatever encoding its beginning shows. */
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

const less = 60
const declaredEncoding = /^(\s*<\?xml\b[^>]*?\sencoding\s*=\s*["'])([^"']+)/
