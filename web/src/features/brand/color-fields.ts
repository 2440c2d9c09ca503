import type { ColorKey } from '@dashboard/contract/brand'

export interface ColorFieldText {
  key: ColorKey
  label: string
  /** Where the color is seen. */
  hint: string
}

/** Labels and order of docs/behavior.md#brand-settings. */
export const colorFields: readonly ColorFieldText[] = [
  { key: 'primaryActions', label: 'Primary Actions', hint: 'Main buttons, links, the active page' },
  { key: 'secondaryActions', label: 'Secondary Actions', hint: 'A tint of the other buttons' },
  { key: 'accentElements', label: 'Accent Elements', hint: 'Initials and small highlights' },
  { key: 'backgrounds', label: 'Main Backgrounds', hint: 'Pages, fields and dialogs' },
  { key: 'primaryText', label: 'Primary Text', hint: 'Headings and all other text' },
  { key: 'cardBackgrounds', label: 'Card Backgrounds', hint: 'Cards and the sidebar' },
  { key: 'mutedElements', label: 'Borders & Muted Text', hint: 'Lines and quieter text' },
]

export function colorLabel(key: ColorKey): string {
  return colorFields.find((field) => field.key === key)?.label ?? key
}
