import { createContext, type ReactNode, use, useCallback, useState } from 'react'

const AnnounceContext = createContext<(text: string) => void>(() => {})

/** `announce('Report ready')` announces to screen readers what changed without moving focus. */
export function useAnnounce(): (text: string) => void {
  return use(AnnounceContext)
}

/** Stands once, around the whole app. */
export function LiveRegion({ children }: { children: ReactNode }) {
  const [announced, setAnnounced] = useState({ text: '', turn: 0 })
  const announce = useCallback(
    (text: string) => setAnnounced((previous) => ({ text, turn: previous.turn + 1 })),
    [],
  )
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* A new element each time: the same words twice are read twice. */}
      <div role="status" aria-live="polite" className="sr-only">
        <span key={announced.turn}>{announced.text}</span>
      </div>
    </AnnounceContext>
  )
}
