/** What the user menu offers. The script of index.html shows it, before anything is drawn. */
export const appearances = ['light', 'dark', 'system'] as const
export type Appearance = (typeof appearances)[number]

/** What was chosen on this device; the system's choice where nothing was, or something else is stored. */
export function readAppearance(): Appearance {
  const chosen = document.documentElement.dataset.appearance
  return appearances.find((appearance) => appearance === chosen) ?? 'system'
}

/** Shows it at once, in other tabs too; where storage is withheld, until the page is left. */
export function chooseAppearance(appearance: Appearance): void {
  document.documentElement.dataset.appearance = appearance
  try {
    localStorage.setItem('appearance', appearance)
  } catch {
    // Nothing is kept where storage is withheld.
  }
  dispatchEvent(new Event('appearance'))
}
