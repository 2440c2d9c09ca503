import { useEffect } from 'react'
import { applyBrandColors } from './brand-colors.ts'
import { useBrandSettings } from './brand-queries.ts'

/** Shows the custom logo in the browser tab, or no icon at all (docs/behavior.md#login-and-redirects). */
function applyFavicon(logoUrl: string | null): void {
  document.querySelector('link[rel="icon"]')?.remove()
  if (logoUrl === null) return
  const link = document.createElement('link')
  link.rel = 'icon'
  link.href = logoUrl
  document.head.append(link)
}

/** Applies the colors and the favicon of the brand settings; called once, at the root of the app. */
export function useBrandTheme(): void {
  const settings = useBrandSettings()
  const colors = settings?.colors ?? null
  const logoUrl = settings?.isActive ? settings.logoUrl : null
  useEffect(() => applyBrandColors(colors), [colors])
  useEffect(() => applyFavicon(logoUrl), [logoUrl])
}
