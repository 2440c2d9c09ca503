import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brandQuery } from './brand-queries.ts'
import { applyBrandColors } from './brand-theme.ts'

/** Shows the whole app in colors that are not saved; `null` and leaving bring the saved ones back. */
export function useBrandPreview(palette: BrandPalette | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (palette === null) return
    applyBrandColors(palette)
    return () => {
      const saved = queryClient.getQueryData(brandQuery.queryKey)
      applyBrandColors(saved?.brandSettings?.colors ?? null)
    }
  }, [palette, queryClient])
}
