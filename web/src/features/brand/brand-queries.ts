import { getBrandSettings } from '@dashboard/contract/brand'
import { pollMs } from '@dashboard/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/endpoint-query.ts'

export const brandQuery = {
  ...endpointQuery(getBrandSettings),
  staleTime: pollMs.brandCache,
  gcTime: pollMs.brandCache,
  retry: false,
}

/**
 * Returns the saved logo and colors; `null` while loading, when nothing was saved and after a failure
 * (docs/api.md#polling).
 */
export function useBrandSettings() {
  return useQuery(brandQuery).data?.brandSettings ?? null
}
