import type { XmlElement } from '@rgrove/parse-xml'
import { childElements, localName } from './svg-references.ts'

/**
 * What an effect costs in simple shapes, measured with the reports' renderer: it computes every pixel
 * of the filter's region anew, and a region larger than the drawing up to 25 times as long.
 */
const effectCost = 1_000
const blurCost = 3_000
const octaveCost = 2_500
const maxRegion = 25
const maxEffects = 20
const maxOctaves = 8
const maxDeviation = 1_000
const maxMatrixSide = 9
/** In hundredths of the drawing's side: the time grows with the square. */
const maxRadius = 2

/** What filters cost in a drawing, once per use. */
export function createFilterCost(root: XmlElement, all: readonly XmlElement[]) {
  const sides = (root.attributes.viewBox ?? '').split(/[\s,]+/).map(Number)
  const [, , width = 100, height = 100] = sides
  const side = Math.min(width, height)
  const isMagnified = all.some(isMagnifying(root))
  return (filter: XmlElement): number => {
    const effects = childElements(filter).filter(({ name }) => localName(name).startsWith('fe'))
    if (effects.length > maxEffects) return Number.POSITIVE_INFINITY
    const region = regionOf(filter, width * height)
    const isScaled = isMagnified || filter.attributes.primitiveUnits === 'objectBoundingBox'
    const costs = effects.map((effect) => costOfEffect(effect, isScaled ? 0 : side))
    return costs.reduce((sum, cost) => sum + cost * region, 0)
  }
}

/** Whether a declaration such as `filter: blur(3px)` stays within the same limits. */
export function isModestFilter(css: string): boolean {
  const functions = [...css.matchAll(/\b(blur|drop-shadow)\(([^)]*)/gi)]
  if (functions.length > maxEffects) return false
  return functions.every(([, , lengths = '']) => isWithin(lengths, maxDeviation))
}

/** `side` is that of the drawing; 0 when lengths within it say nothing about pixels. */
function costOfEffect({ name, attributes }: XmlElement, side: number): number {
  const { numOctaves = '', stdDeviation = '', radius = '', order = '' } = attributes
  const isModest =
    isWithin(numOctaves, maxOctaves) &&
    isWithin(stdDeviation, maxDeviation) &&
    isWithin(radius, (maxRadius / 100) * side) &&
    isWithin(order, maxMatrixSide)
  if (!isModest) return Number.POSITIVE_INFINITY
  switch (localName(name)) {
    case 'feTurbulence':
      return octaveCost * Math.max(1, Number(numOctaves) || 1)
    case 'feGaussianBlur':
    case 'feDropShadow':
    case 'feConvolveMatrix':
      return blurCost
    case 'feMorphology':
      return blurCost * maxRadius ** 2
    default:
      return effectCost
  }
}

/** How many times the area of what it is applied to, or of the drawing, a filter computes. */
function regionOf({ attributes }: XmlElement, drawingArea: number): number {
  const isOwnUnits = attributes.filterUnits === 'userSpaceOnUse'
  const length = (text: string) => {
    const value = Number.parseFloat(text)
    return text.includes('%') && !isOwnUnits ? value / 100 : value
  }
  const area = length(attributes.width ?? '1.2') * length(attributes.height ?? '1.2')
  const region = isOwnUnits ? area / drawingArea : area
  return Number.isNaN(region) ? maxRegion : Math.min(Math.max(region, 1), maxRegion)
}

/** Whether an element may enlarge what it holds. */
function isMagnifying(root: XmlElement) {
  return (element: XmlElement): boolean => {
    const { transform = '', style = '', patternTransform = '', viewBox } = element.attributes
    const text = localName(element.name) === 'style' ? element.text : ''
    return (
      /scale|matrix|zoom/i.test(`${transform} ${patternTransform} ${style} ${text}`) ||
      (viewBox !== undefined && element !== root)
    )
  }
}

/** Whether all numbers of a text are at most so large. */
function isWithin(text: string, limit: number): boolean {
  const numbers = text.match(/\d*\.?\d+(e[+-]?\d+)?/gi) ?? []
  return numbers.every((number) => Number(number) <= limit)
}
