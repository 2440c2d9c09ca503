import { createContext, type ReactNode, use, useCallback, useState } from 'react'

type Announce = (text: string) => void

const AnnounceContext = createContext<Announce>(() => {})

/** `announce('Report ready')` announces to screen readers what changed without moving focus. */
export function useAnnounce(): Announce {
  return use(AnnounceContext)
}

/** So long an announcement stays beside a later one, which might otherwise remove it unread. */
const keptMs = 5_000

interface Announcement {
  id: number
  text: string
  at: number
}

/** Stands once, around the whole app. Each of several announcements is read once. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [announced, setAnnounced] = useState<readonly Announcement[]>([])
  const announce = useCallback((text: string) => {
    const at = performance.now()
    setAnnounced((previous) => [
      ...previous.filter((other) => at - other.at < keptMs),
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
