import type { BrandSettings } from '@dashboard/contract/brand'
import { useEffect } from 'react'
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

let hasOwnColors = false

/**
 * Applies the colors. Most dashboards keep the default colors, which the style sheet has, so they do not load the code
 * that derives others.
 */
async function applyColors(colors: BrandSettings['colors'] | null, isCurrent: () => boolean) {
  hasOwnColors ||= colors !== null
  if (!hasOwnColors) return
  const { applyBrandColors } = await import('./brand-colors.ts')
  if (isCurrent()) applyBrandColors(colors)
}

/** Applies the colors and the favicon of the brand settings; called once, at the root of the app. */
export function useBrandTheme(): void {
  const settings = useBrandSettings()
  const colors = settings?.colors ?? null
  const logoUrl = settings?.isActive ? settings.logoUrl : null
  useEffect(() => {
    let isCurrent = true
    void applyColors(colors, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [colors])
  useEffect(() => applyFavicon(logoUrl), [logoUrl])
}
