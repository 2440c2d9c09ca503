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
