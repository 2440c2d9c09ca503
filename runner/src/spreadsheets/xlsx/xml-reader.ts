import { XmlScanner } from './xml-scanner.ts'

export interface XmlHandlers {
  /** `attribute` returns the decoded value by its name without prefix, if it is there. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
}

/** Reads a document of which only the tags matter. Malformed XML throws. */
export function readXml(xml: string, { open, close }: XmlHandlers): void {
  const scanner = new XmlScanner(Buffer.from(xml))
  const attribute = (name: string) => scanner.attribute(name)
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === 'opening') open(scanner.name, attribute)
    else if (token === 'closing') close?.(scanner.name)
  }
}
