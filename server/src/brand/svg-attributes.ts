import { isModestFilter } from './svg-filters.ts'
import { type ResolvedName, xlinkNamespace, xmlNamespace } from './svg-names.ts'

const embeddedImage = /^\s*data:image\/(png|jpe?g|gif|webp);base64,[a-z\d+/=\s]*$/i
const ownFragment = /^\s*#/
/** What `url(` may lead to: a part of the drawing, or data within it that cannot run. */
const harmlessUrl = /url\(\s*["']?\s*(#|data:(image\/(png|jpe?g|gif|webp)|font\/[\w-]+);base64,)/gi

/** Why an attribute of a logo's element is refused, to follow "This SVG"; `undefined` when it is not. */
export function findAttributeFault(
  element: string,
  { name, namespace }: ResolvedName,
  value: string,
): string | undefined {
  if (/^xmlns(:|$)/.test(name)) return undefined
  if (/^on/i.test(name) && namespace !== xlinkNamespace)
    return `contains the event handler "${name}"`
  if (namespace === xmlNamespace) return name === 'base' ? outside('xml:base') : undefined
  const isReference =
    /^(href|src)$/i.test(name) && (namespace === '' || namespace === xlinkNamespace)
  if (isReference) {
    if (ownFragment.test(value)) return undefined
    return element === 'image' && embeddedImage.test(value) ? undefined : outside(name)
  }
  // Other programs' attributes mean nothing to a browser, nor do notes on an element.
  if (namespace !== '' || /^(id$|class$|data-|aria-)/.test(name)) return undefined
  if (/^\s*(javascript|vbscript):/i.test(value)) return 'contains a script'
  return findCssFault(value)
}

/** Why a piece of CSS is refused: presentation attributes are CSS as well as style sheets are. */
export function findCssFault(css: string): string | undefined {
  // An escape could hide every word that is searched for below.
  if (css.includes('\\')) return 'contains a style with escaped characters'
  if (/@import/i.test(css)) return outside('@import')
  if (/\b(image-set|src|image|cross-fade|element)\s*\(/i.test(css)) return outside('a style')
  if (/url\(/i.test(css.replaceAll(harmlessUrl, ''))) return outside('url')
  if (/expression\s*\(|-moz-binding|behavior\s*:/i.test(css)) return 'contains a script'
  if (/@(-\w+-)?keyframes/i.test(css)) return 'contains an animation, which a logo may not have'
  return isModestFilter(css) ? undefined : 'is too complicated for a logo'
}

function outside(what: string): string {
  return `refers to something outside itself (${what})`
}
