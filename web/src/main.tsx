import './content-policy.ts'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { useBrandTheme } from './features/brand/brand-theme.ts'
import { prepareFirstPage, Router } from './router.tsx'
import { SessionProvider } from './session/session-context.tsx'
import { UpdateNotice, VersionedBoundary } from './shell/update-notice.tsx'
import { LeaveGuard } from './ui/leave-guard.tsx'
import { LiveRegion } from './ui/live-region.tsx'
import { surviveTranslation } from './ui/page-translation.ts'
import { Toaster } from './ui/toaster.tsx'
import './ui/theme.css'

function App() {
  useBrandTheme()
  return (
    <LiveRegion>
      <Toaster>
        <LeaveGuard>
          <SessionProvider>
            <VersionedBoundary resetKey="app">
              <Router />
            </VersionedBoundary>
            <UpdateNotice />
          </SessionProvider>
        </LeaveGuard>
      </Toaster>
    </LiveRegion>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element "root"')

function start(element: HTMLElement): void {
  surviveTranslation()
  const root = createRoot(element)
  // Rendered in slices, between which the browser can handle input: in one go it would keep a phone busy for a third of
  // a second.
  startTransition(() => {
    root.render(
      <StrictMode>
        <QueryClientProvider client={createQueryClient()}>
          <App />
        </QueryClientProvider>
      </StrictMode>,
    )
  })
}

/**
 * Returns a client with the defaults of docs/behavior.md#polling: data is loaded once and stays until it is
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
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Returns a cache that forgets a failure when its page is left: the next page sends the query anew. */
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

// Not awaited: the page's code imports this module, so the module must have finished first.
void prepareFirstPage().then(() => start(root))
