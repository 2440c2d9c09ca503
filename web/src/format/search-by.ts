import { foldText } from '@dashboard/contract/fold-text'

type Search<Item> = <Each extends Item>(items: readonly Each[], search: string) => readonly Each[]

/**
 * Returns the search of a list: the items of which a text contains the words as somebody types them, folded as in Find.
 * A blank search returns the same array. The texts of a list are folded once, as it may be searched with every key.
 */
export function searchBy<Item>(textsOf: (item: Item) => readonly string[]): Search<Item> {
  const foldedLists = new WeakMap<readonly Item[], readonly string[][]>()
  return (items, search) => {
    const typed = search.trim()
    if (typed === '') return items
    const wanted = foldText(typed)
    // Signs alone fold to nothing.
    if (wanted === '') return items.filter((item) => containsText(textsOf(item), typed))
    const folded = foldedLists.get(items) ?? items.map((item) => textsOf(item).map(foldText))
    foldedLists.set(items, folded)
    return items.filter((_, index) => containsText(folded[index] ?? [], wanted))
  }
}

function containsText(texts: readonly string[], wanted: string): boolean {
  return texts.some((text) => text.includes(wanted))
}

export const findByLabel = searchBy(({ label }: { label: string }) => [label])
