import { countOf } from './counts.ts'

/** Returns 'A', 'A and B', 'A, B, and 3 others' beyond `most` names. Avoids `Intl`, as counts do: its first use loads language data. */
export function listNames(names: readonly string[], most = 5): string {
  const more = names.length - most
  const parts = more > 0 ? [...names.slice(0, most), countOf(more, 'other')] : names
  if (parts.length <= 2) return parts.join(' and ')
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`
}

/** Returns titles of columns in quotation marks: "'Phone' and 'Active'". */
export function listTitles(titles: readonly string[], most?: number): string {
  return listNames(
    titles.map((title) => `'${title}'`),
    most,
  )
}
