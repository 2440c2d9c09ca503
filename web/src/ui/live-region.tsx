import { createContext, type ReactNode, use, useCallback, useState } from 'react'

type Announce = (text: string) => void

const AnnounceContext = createContext<Announce>(() => {})

/** Returns `announce`: `announce('Report ready')` tells screen readers what changed, without moving the focus. */
export function useAnnounce(): Announce {
  return use(AnnounceContext)
}

/** How long an announcement stays when another follows, which might otherwise remove it before it is read. */
const shownMs = 5_000

interface Announcement {
  id: number
  text: string
  at: number
}

/** Holds the announcements; rendered once, around the whole app. When several come, each is read once. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [announced, setAnnounced] = useState<readonly Announcement[]>([])
  const announce = useCallback((text: string) => {
    const at = performance.now()
    setAnnounced((previous) => [
      ...previous.filter((other) => at - other.at < shownMs),
      { id: (previous.at(-1)?.id ?? 0) + 1, text, at },
    ])
  }, [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" aria-live="polite" aria-atomic="false" className="sr-only">
        {announced.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </AnnounceContext>
  )
}
