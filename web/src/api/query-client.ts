import { QueryClient } from '@tanstack/react-query'

/**
 * The defaults of docs/behavior.md#polling: data is loaded once and stays until something says
 * otherwise.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // The server may be on this machine or in the local network: "offline" does not mean unreachable.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
