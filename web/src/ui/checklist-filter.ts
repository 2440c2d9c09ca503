export interface ChecklistItem {
  id: string
  label: string
  /** Quiet text at the right, such as a count. */
  detail?: string
}

/** The items whose label holds the search text, whatever its case. */
export function filterItems(
  items: readonly ChecklistItem[],
  search: string,
): readonly ChecklistItem[] {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return items
  return items.filter((item) => item.label.toLocaleLowerCase().includes(wanted))
}

const pageRows = 8

/** Where an arrow, page, Home or End key leads from row `index` of `count`; else `undefined`. */
export function rowAfterKey(key: string, index: number, count: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}
