const variable = /(--[\w-]+)\s*:\s*([^;{}"'<>]{1,100}?)\s*(?=[;}"'])/g
const use = /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g
const imported = /@import\s+(?:url\(\s*)?(?:"[^"]*"|'[^']*'|[^"';)\s]*)\s*\)?[^;{}<]*;/g
const condition = /@(?:media|supports|container)\b[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g

/** Values that refer to each other are followed this far. */
const maxPasses = 5
/** Values that repeat each other yield no longer text than this. */
const maxCharacters = 5_000_000

/**
 * Returns an SVG with its CSS variables replaced by their values, and without imported style sheets: librsvg supports
 * neither. A variable with several values has its first one, as for a light page; that of a condition never counts.
 */
export function plainStyles(content: Uint8Array): Uint8Array {
  let svg: string
  try {
    svg = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return content
  }
  if (!/@import|var\(/.test(svg)) return content
  svg = svg.replace(imported, '')
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of svg.replace(condition, '').matchAll(variable)) {
    if (!values.has(name)) values.set(name, value)
  }
  for (let pass = 0; pass < maxPasses && svg.length < maxCharacters; pass += 1) {
    svg = svg.replace(use, (whole, name: string, other?: string) => {
      return values.get(name) ?? other?.trim() ?? whole
    })
  }
  return new TextEncoder().encode(svg)
}
