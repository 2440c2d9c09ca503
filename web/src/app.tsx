import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Favicon } from './features/brand/brand-logo.tsx'
import { useBrandTheme } from './features/brand/brand-theme.ts'
import { Router } from './router.tsx'
import { SessionProvider } from './session/session-context.tsx'
import { PageBoundary } from './shell/page-boundary.tsx'
import { UpdateNotice } from './shell/update-notice.tsx'
import { LiveRegion } from './ui/live-region.tsx'
import { Toaster } from './ui/toaster.tsx'
import { UnsavedChanges } from './ui/unsaved-changes.tsx'

/** Shows the page of the current address, with everything around it. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Providers />
    </QueryClientProvider>
  )
}

function Providers() {
  useBrandTheme()
  return (
    <LiveRegion>
      <Favicon />
      <Toaster>
        <UnsavedChanges>
          <SessionProvider>
            <PageBoundary resetKey="app">
              <Router />
            </PageBoundary>
            <UpdateNotice />
          </SessionProvider>
        </UnsavedChanges>
      </Toaster>
    </LiveRegion>
  )
}

/**
 * Returns a client with the defaults of docs/api.md#polling: data is loaded once and stays until it is
 * invalidated.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: forgetfulCache(),
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // A part that is shown later must not send a query again that has failed on the same page.
        retryOnMount: false,
        // The server may be on this machine or in the local network: "offline" does not mean unreachable.
        networkMode: 'always',
        // What could not be loaded off line is loaded once the connection is back.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Returns a cache that drops a failure when its page is left: the next page sends the query again. */
function forgetfulCache(): QueryCache {
  const cache = new QueryCache()
  cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved') return
    setTimeout(() => {
      const hasFailed = query.state.status === 'error' && query.state.data === undefined
      if (hasFailed && query.getObserversCount() === 0) cache.remove(query)
    })
  })
  return cache
}
