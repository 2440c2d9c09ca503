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

/** The saved logo and colours; `null` while loading, when nothing was saved and after a failure (spec §7). */
export function useBrandSettings() {
  return useQuery(brandQuery).data?.brandSettings ?? null
}
