/**
 * Props of a box that scrolls and holds nothing to focus: without a tab stop of its own, its hidden
 * part could not be reached by keyboard (WCAG 2.1.1).
 */
export function scrollBoxProps(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 } as const
}
