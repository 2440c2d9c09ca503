import {
  parseXml,
  XmlDeclaration,
  type XmlDocument,
  XmlDocumentType,
  XmlElement,
  XmlProcessingInstruction,
} from '@rgrove/parse-xml'
import { findAttributeFault, findCssFault } from './svg-attributes.ts'
import { isTooCostly } from './svg-cost.ts'
import {
  enterScope,
  resolveAttribute,
  resolveElement,
  rootScope,
  type Scope,
  svgNamespace,
} from './svg-names.ts'

/** Everything a drawing needs; what runs, links, moves or embeds is not among it. */
const elements = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath image style
  title desc metadata linearGradient radialGradient stop clipPath mask pattern marker switch view
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
)

/**
 * Drawing programs add elements of their own, which browsers ignore. Of the namespaces
 * that browsers know, only that of RDF, for metadata, is one of these.
 */
const activeNamespace =
  /^(?!http:\/\/www\.w3\.org\/(1999\/02\/22-rdf-syntax-ns|2000\/01\/rdf-schema)#$)(https?:\/\/www\.w3\.org\/|https?:\/\/www\.mozilla\.org\/|$)/

const svgPublicId = /^-\/\/W3C\/\/DTD SVG [\w. ]+\/\/EN$/
const maxElements = 20_000
const maxDepth = 200
const tooComplicated = 'is too complicated for a logo'

export interface SvgFault {
  /** Whether it is an SVG, which may not be shown, and not some other file. */
  isSvg: boolean
  /** To follow "This SVG". */
  reason: string
}

/**
 * Why the file is no SVG that may be shown; `undefined` when it may. Everything that is not known to be
 * harmless is refused (docs/behavior.md#branding).
 */
export function findSvgFault(content: Uint8Array): SvgFault | undefined {
  const document = parse(content)
  if (!document?.root) {
    return { isSvg: false, reason: 'cannot be read: it is not well-formed XML in UTF-8' }
  }
  const { name, namespace } = resolveElement(
    document.root.name,
    enterScope(rootScope, document.root),
  )
  if (name !== 'svg' || namespace !== svgNamespace) {
    return { isSvg: false, reason: 'does not begin with an <svg> element' }
  }
  const reason = findPrologFault(document) ?? findTreeFault(document.root)
  return reason === undefined ? undefined : { isSvg: true, reason }
}

function parse(content: Uint8Array): XmlDocument | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return parseXml(text, {
      preserveCdata: true,
      preserveDocumentType: true,
      preserveXmlDeclaration: true,
    })
  } catch {
    return undefined
  }
}

function findPrologFault(document: XmlDocument): string | undefined {
  for (const node of document.children) {
    if (node instanceof XmlProcessingInstruction) return 'refers to a style sheet outside itself'
    if (node instanceof XmlDeclaration && !/^(utf-8|us-ascii)?$/i.test(node.encoding ?? '')) {
      return 'is not in UTF-8'
    }
    if (!(node instanceof XmlDocumentType)) continue
    if (node.internalSubset !== null)
      return 'brings its own entities or attributes (<!DOCTYPE … [ ]>)'
    const isSvg = node.name === 'svg' && svgPublicId.test(node.publicId ?? '')
    const isPlain = node.publicId === null && node.systemId === null
    if (!isSvg && !isPlain) return 'refers to a document type that is not that of SVG'
  }
  return undefined
}

function findTreeFault(root: XmlElement): string | undefined {
  const open: { element: XmlElement; scope: Scope; depth: number }[] = [
    { element: root, scope: rootScope, depth: 1 },
  ]
  const all: XmlElement[] = []
  for (let next = open.pop(); next; next = open.pop()) {
    const { element, depth } = next
    all.push(element)
    if (all.length > maxElements || depth > maxDepth) return tooComplicated
    const scope = enterScope(next.scope, element)
    const fault = findElementFault(element, scope)
    if (fault) return fault
    for (const child of element.children) {
      if (child instanceof XmlElement) open.push({ element: child, scope, depth: depth + 1 })
      if (child instanceof XmlProcessingInstruction && /stylesheet/i.test(child.name)) {
        return 'refers to a style sheet outside itself'
      }
    }
  }
  return isTooCostly(root, all) ? tooComplicated : undefined
}

function findElementFault(element: XmlElement, scope: Scope): string | undefined {
  const { name, namespace } = resolveElement(element.name, scope)
  if (/^script$/i.test(name)) return 'contains a script'
  if (/^(foreignObject|iframe|object|embed|audio|video|canvas)$/i.test(name)) {
    return `contains foreign content (<${name}>)`
  }
  if (namespace === undefined) return `uses the undeclared name <${element.name}>`
  if (namespace !== svgNamespace) {
    if (activeNamespace.test(namespace)) return `contains foreign content (<${element.name}>)`
  } else if (!elements.has(name)) {
    return `contains <${name}>, which a logo may not have`
  }
  if (name === 'style') {
    const fault = findCssFault(element.text)
    if (fault) return fault
  }
  return Object.entries(element.attributes)
    .map(([attribute, value]) =>
      findAttributeFault(name, resolveAttribute(attribute, scope), value),
    )
    .find((fault) => fault !== undefined)
}
