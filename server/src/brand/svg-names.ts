import type { XmlElement } from '@rgrove/parse-xml'

export const svgNamespace = 'http://www.w3.org/2000/svg'
export const xlinkNamespace = 'http://www.w3.org/1999/xlink'
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** Prefix → namespace; the default namespace has the empty prefix. */
export type Scope = ReadonlyMap<string, string>

export interface ResolvedName {
  name: string
  /** `undefined` for a prefix that nobody declared; empty for none. */
  namespace: string | undefined
}

export const rootScope: Scope = new Map([
  ['', ''],
  ['xml', xmlNamespace],
])

/** The prefixes that hold inside the element. */
export function enterScope(outer: Scope, { attributes }: XmlElement): Scope {
  const declared = Object.entries(attributes).flatMap(([attribute, namespace]) => {
    if (attribute === 'xmlns') return [['', namespace] as const]
    return attribute.startsWith('xmlns:') ? [[attribute.slice(6), namespace] as const] : []
  })
  return declared.length === 0 ? outer : new Map([...outer, ...declared])
}

export function resolveElement(qualified: string, scope: Scope): ResolvedName {
  const [prefix, name] = split(qualified)
  return { name, namespace: scope.get(prefix) }
}

/** An attribute without a prefix is in no namespace, whatever the default one is. */
export function resolveAttribute(qualified: string, scope: Scope): ResolvedName {
  const [prefix, name] = split(qualified)
  return { name, namespace: prefix === '' ? '' : scope.get(prefix) }
}

function split(qualified: string): [prefix: string, name: string] {
  const colon = qualified.indexOf(':')
  return colon < 0 ? ['', qualified] : [qualified.slice(0, colon), qualified.slice(colon + 1)]
}
