import { readPalette } from '@dashboard/contract/brand-palette'
import { useEffect } from 'react'
import { useBrandSettings } from './brand-queries.ts'
import { darkRoles, lightRoles } from './color-roles.ts'

/** Holds the brand's roles for light and dark; they override those of the default brand in theme.css. */
const sheet = new CSSStyleSheet()

/** Applies the brand's colors to the whole app, also for previews; `null` restores the defaults. */
export function applyBrandColors(colors: Readonly<Record<string, unknown>> | null): void {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
  sheet.replaceSync(colors === null ? '' : brandStyles(colors))
}

function brandStyles(colors: Readonly<Record<string, unknown>>): string {
  const palette = readPalette(colors)
  const light = `:root { ${declare(lightRoles(palette))} }`
  const dark = `[data-theme="dark"] { ${declare(darkRoles(palette))} }`
  return `${light} @media screen { ${dark} }`
}

function declare(roles: Readonly<Record<string, string>>): string {
  return Object.entries(roles)
    .map(([role, color]) => `${role}: ${color};`)
    .join(' ')
}

/** Applies the colors of the brand settings; called once, at the root of the app. */
export function useBrandTheme(): void {
  const colors = useBrandSettings()?.colors ?? null
  useEffect(() => applyBrandColors(colors), [colors])
}
