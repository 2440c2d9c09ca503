import { Parser } from 'saxen'

export interface XmlHandlers {
  /** `attribute` returns the decoded value by its name without prefix, if it is there. */
  open?(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

export interface XmlReader {
  write(xml: string): void
  end(): void
}

/**
 * Reads XML piece by piece. Names come without their namespace prefix, which differs between the
 * programs that write workbooks. Malformed XML throws.
 */
export function createXmlReader(handlers: XmlHandlers): XmlReader {
  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) => {
    let found: Record<string, string> | undefined
    handlers.open?.(localName(name), (attribute) => {
      found ??= attributes() || {}
      const value = found[attribute] ?? findPrefixed(found, attribute)
      return value === undefined ? undefined : decode(value)
    })
  })
  parser.on('closeTag', (name) => handlers.close?.(localName(name)))
  parser.on('text', (text, decode) => handlers.text?.(decode(text)))
  parser.on('cdata', (text) => handlers.text?.(text))
  return { write: (xml) => void parser.write(xml), end: () => void parser.end() }
}

/** Reads a whole document. */
export function readXml(xml: string, handlers: XmlHandlers): void {
  const reader = createXmlReader(handlers)
  reader.write(xml)
  reader.end()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function findPrefixed(attributes: Record<string, string>, name: string): string | undefined {
  for (const key in attributes) {
    if (key.endsWith(`:${name}`)) return attributes[key]
  }
  return undefined
}
