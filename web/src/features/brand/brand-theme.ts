import { readPalette } from '@dashboard/contract/brand-palette'
import { useEffect } from 'react'
import { colorRoles } from '../../ui/color-roles.ts'
import { useBrandSettings } from './brand-queries.ts'

/** Color roles that are set on the document; the style sheet has the default ones. */
let appliedRoles: readonly string[] = []

/** Puts the brand's colors on the whole app; `null` brings the defaults back. Also for previews. */
export function applyBrandColors(colors: Readonly<Record<string, unknown>> | null): void {
  const { style } = document.documentElement
  const roles: Record<string, string> = colors === null ? {} : colorRoles(readPalette(colors))
  for (const [role, color] of Object.entries(roles)) style.setProperty(role, color)
  for (const role of appliedRoles) if (!(role in roles)) style.removeProperty(role)
  appliedRoles = Object.keys(roles)
}

/**
 * The browser tab shows the custom logo, or no icon of ours at all
 * (docs/behavior.md#login-and-redirects).
 */
export function applyFavicon(logoUrl: string | null): void {
  document.querySelector('link[rel="icon"]')?.remove()
  if (logoUrl === null) return
  const link = document.createElement('link')
  link.rel = 'icon'
  link.href = logoUrl
  document.head.append(link)
}

/** Keeps colors and favicon as the brand settings say; stands once, at the root of the app. */
export function useBrandTheme(): void {
  const settings = useBrandSettings()
  const colors = settings?.colors ?? null
  const logoUrl = settings?.isActive ? settings.logoUrl : null
  useEffect(() => applyBrandColors(colors), [colors])
  useEffect(() => applyFavicon(logoUrl), [logoUrl])
}
