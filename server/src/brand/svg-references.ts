import { XmlElement } from '@rgrove/parse-xml'
import { readStyleRules, type StyleRule } from './svg-style-rules.ts'

/** What an element refers to within its drawing, by id. */
export interface References {
  /** Drawn where the element is: `href`. */
  linked: string[]
  /** Applied once to the element with all that it holds: filter, mask, clip path. */
  applied: string[]
  /** Used by every shape that the element holds: fill, stroke, markers, and whatever is unknown. */
  painted: string[]
}

/** More than any drawing program writes; checking more would itself take long. */
const maxSheetReferences = 1_000

/** Drawing it, or finding out what that costs, takes too long. */
export class TooComplicated extends Error {
  override name = 'TooComplicated'
}

/**
 * Answers for each element what it refers to, by its attributes and by the style sheets.
 * @throws TooComplicated
 */
export function collectReferences(all: readonly XmlElement[]): (element: XmlElement) => References {
  const sheets = all.filter(({ name }) => localName(name) === 'style').map(({ text }) => text)
  const ofSheets = indexSheets(sheets.flatMap(readStyleRules))
  const known = new Map<XmlElement, References>()
  return (element) => {
    const before = known.get(element)
    if (before) return before
    const references = readReferences(attributeDeclarations(element))
    references.linked.push(...hrefsOf(element))
    for (const found of ofSheets(element)) {
      references.applied.push(...found.applied)
      references.painted.push(...found.painted)
    }
    known.set(element, references)
    return references
  }
}

/** The name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child instanceof XmlElement)
}

/** What the style sheets make an element refer to. */
function indexSheets(rules: readonly StyleRule[]): (element: XmlElement) => References[] {
  const anywhere = '*'
  const bySelector = new Map<string, References>()
  let count = 0
  for (const { selectors = [anywhere], declarations } of rules) {
    const found = readReferences(readDeclarations(declarations))
    count += (found.applied.length + found.painted.length) * selectors.length
    if (count > maxSheetReferences) throw new TooComplicated()
    for (const selector of selectors) {
      const kept = bySelector.get(selector) ?? { linked: [], applied: [], painted: [] }
      kept.applied.push(...found.applied)
      kept.painted.push(...found.painted)
      bySelector.set(selector, kept)
    }
  }
  return ({ name, attributes }) => {
    const classes = (attributes.class ?? '').split(/\s+/).map((each) => `.${each}`)
    const keys = new Set([anywhere, localName(name), `#${attributes.id ?? ''}`, ...classes])
    return [...keys].flatMap((key) => bySelector.get(key) ?? [])
  }
}

interface Declaration {
  property: string
  value: string
}

function readReferences(declarations: readonly Declaration[]): References {
  const references: References = { linked: [], applied: [], painted: [] }
  for (const { property, value } of declarations) {
    const isApplied = /^(-webkit-)?(filter|mask|clip-path)$/.test(property)
    // Of these, only an explicit word passes something on to the elements within.
    if ((isApplied || property === 'all') && /inherit/i.test(value)) throw new TooComplicated()
    references[isApplied ? 'applied' : 'painted'].push(...fragmentsOf(value))
  }
  return references
}

function attributeDeclarations({ attributes }: XmlElement): Declaration[] {
  return Object.entries(attributes).flatMap(([property, value]) =>
    property === 'style' ? readDeclarations(value) : [{ property: property.toLowerCase(), value }],
  )
}

function readDeclarations(css: string): Declaration[] {
  return css.split(';').map((declaration) => {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    return { property, value: declaration.slice(colon + 1) }
  })
}

function hrefsOf({ attributes }: XmlElement): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const isLink = localName(name).toLowerCase() === 'href' && value.trim().startsWith('#')
    return isLink ? spellings(value.trim().slice(1)) : []
  })
}

function fragmentsOf(value: string): string[] {
  return [...value.matchAll(/url\(\s*["']?\s*#([^"')]*)/gi)].flatMap(([, id = '']) =>
    spellings(id.trim()),
  )
}

/** The id as written and as it is with its percent signs resolved. */
function spellings(id: string): string[] {
  try {
    return [...new Set([id, decodeURIComponent(id)])]
  } catch {
    return [id]
  }
}
