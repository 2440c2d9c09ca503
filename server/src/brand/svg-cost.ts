import { XmlElement } from '@rgrove/parse-xml'
import { pixelsOfEmbedded } from './svg-embedded.ts'
import { createFilterCost } from './svg-filters.ts'
import {
  childElements,
  collectReferences,
  localName,
  type References,
  TooComplicated,
} from './svg-references.ts'

/**
 * What a drawing may cost in simple shapes, all that it refers to counted as often as it is drawn. A
 * browser and the reports' renderer draw so many in well under a second.
 */
const maxCost = 50_000
/** How deep references may lead; drawing programs need about four. */
const maxReferenceDepth = 16
/** Elements within or referred to by each other that the check is inside of at a time. */
const maxStacked = 1_000
/** References followed by the check itself. */
const maxSteps = 1_000_000
/** In simple shapes. */
const layerCost = 5
const megapixelCost = 200
const numbersPerShape = 100

/** What it takes to draw an element with all that it holds and refers to. */
interface Cost {
  cost: number
  shapes: number
  /** Points at which markers are drawn. */
  points: number
  /** How deep its references lead. */
  depth: number
}

/**
 * Whether drawing all of this takes too long, since a few hundred bytes can refer to each other so that
 * millions of shapes are drawn. It counts too much rather than too little (docs/behavior.md#branding).
 */
export function isTooCostly(root: XmlElement, all: readonly XmlElement[]): boolean {
  try {
    return createMeasure(root, all)(root, 0).cost > maxCost
  } catch (error) {
    if (error instanceof TooComplicated) return true
    throw error
  }
}

function createMeasure(root: XmlElement, all: readonly XmlElement[]) {
  const filterCost = createFilterCost(root, all)
  const referencesOf = collectReferences(all)
  const paintOf = inheritPaint(referencesOf)
  const byId = Map.groupBy(all, ({ attributes }) => attributes.id)
  const known = new Map<XmlElement, Cost | 'open'>()
  let steps = 0

  const find = (ids: readonly string[]): XmlElement[] => {
    const found = [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
    steps += ids.length + found.length
    if (steps > maxSteps) throw new TooComplicated()
    return found
  }

  const refer = (target: XmlElement, stacked: number): Cost => {
    const found = measure(target, stacked + 1)
    if (found.depth >= maxReferenceDepth) throw new TooComplicated()
    return { ...found, depth: found.depth + 1 }
  }

  const measure = (element: XmlElement, stacked: number): Cost => {
    const before = known.get(element)
    // It refers to itself.
    if (before === 'open') throw new TooComplicated()
    if (before !== undefined) return before
    if (stacked > maxStacked) throw new TooComplicated()
    known.set(element, 'open')
    const { linked, applied } = referencesOf(element)
    const total = costAlone(element)
    if (localName(element.name) === 'filter') total.cost += filterCost(element)
    for (const target of find(linked)) add(total, refer(target, stacked))
    const { shapes, points } = total
    for (const target of find(applied)) addUse(total, refer(target, stacked), 1)
    for (const target of find(paintOf(element))) {
      const isMarker = localName(target.name) === 'marker'
      addUse(total, refer(target, stacked), isMarker ? points : shapes)
    }
    for (const child of childElements(element)) {
      const { cost, ...rest } = measure(child, stacked + 1)
      // A filter that nothing uses is not computed.
      const isIdle = localName(child.name) === 'filter' && Number.isFinite(cost)
      add(total, { ...rest, cost: isIdle ? 1 : cost })
    }
    known.set(element, total)
    return total
  }
  return measure
}

/** What an element's shapes may be painted with, named by itself or by any element around it. */
function inheritPaint(referencesOf: (element: XmlElement) => References) {
  const known = new Map<XmlElement, string[]>()
  const paintOf = (element: XmlElement): string[] => {
    const before = known.get(element)
    if (before) return before
    const outer = element.parent instanceof XmlElement ? paintOf(element.parent) : []
    const own = referencesOf(element).painted
    const all = own.length === 0 ? outer : [...new Set([...outer, ...own])]
    known.set(element, all)
    return all
  }
  return paintOf
}

function costAlone(element: XmlElement): Cost {
  const name = localName(element.name)
  const values = Object.values(element.attributes)
  const texts = name === 'style' ? [...values, element.text] : values
  const pixels = texts.reduce((sum, text) => sum + pixelsOfEmbedded(text), 0)
  const { d = '', points = '' } = element.attributes
  const numbers = `${d} ${points}`.match(/\d+/g)?.length ?? 0
  const cost =
    1 +
    numbers / numbersPerShape +
    (pixels / 1_000_000) * megapixelCost +
    (/^(mask|clipPath|pattern|marker)$/.test(name) ? layerCost : 0)
  return { cost, shapes: 1, points: Math.max(numbers, 2), depth: 0 }
}

function add(total: Cost, more: Cost): void {
  total.cost += more.cost
  total.shapes += more.shapes
  total.points += more.points
  total.depth = Math.max(total.depth, more.depth)
}

/** Adds what is drawn so many times as part of something else. */
function addUse(total: Cost, { cost, depth }: Cost, times: number): void {
  add(total, { cost: cost * times, shapes: 0, points: 0, depth })
}
