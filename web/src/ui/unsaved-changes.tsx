import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { Router } from 'wouter'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface UnsavedState {
  /** Sets the text that says what would be lost while something is unsaved; `undefined` lets users leave. */
  setWarning: (warning: string | undefined) => void
  leave: (action: () => void) => void
}

const UnsavedContext = createContext<UnsavedState>({
  setWarning: () => {},
  leave: (action) => action(),
})

/** Asks before unsaved changes are lost; around everything that navigates. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const warning = useRef<string>(undefined)
  const [asked, setAsked] = useState<{ warning: string; action: () => void }>()
  const [isOpen, setIsOpen] = useState(false)

  const leave = useCallback((action: () => void) => {
    if (warning.current === undefined) return action()
    setAsked({ warning: warning.current, action })
    setIsOpen(true)
  }, [])
  const setWarning = useCallback((next: string | undefined) => {
    warning.current = next
  }, [])
  const [state] = useState<UnsavedState>({ setWarning, leave })

  useEffect(() => watchHistory({ hasUnsaved: () => warning.current !== undefined, leave }), [leave])

  return (
    <UnsavedContext value={state}>
      <Router
        aroundNav={(navigate, to, options) => {
          if (to === location.pathname) navigate(to, options)
          else leave(() => navigate(to, options))
        }}
      >
        {children}
        {asked && (
          <ConfirmDialog
            open={isOpen}
            onClose={() => setIsOpen(false)}
            title="Leave without saving?"
            body={asked.warning}
            confirmLabel="Discard changes"
            cancelLabel="Stay"
            onConfirm={() => {
              warning.current = undefined
              setIsOpen(false)
              asked.action()
            }}
          />
        )}
      </Router>
    </UnsavedContext>
  )
}

/** Asks before the user leaves this page by a link, Back, or closing the tab, while `warning` is set. */
export function useLeaveWarning(warning: string | undefined): void {
  const { setWarning } = use(UnsavedContext)
  useEffect(() => {
    setWarning(warning)
    return () => setWarning(undefined)
  }, [warning, setWarning])
}

/** Returns `leave(action)`, which runs an action that leaves the page without navigating; it asks first if needed. */
export function useLeave(): UnsavedState['leave'] {
  return use(UnsavedContext).leave
}

interface HistoryCheck {
  hasUnsaved: () => boolean
  /** Asks if needed, then runs an action that leaves the page, unless the user stays. */
  leave: (action: () => void) => void
}

let historyCheck: HistoryCheck | undefined
/** The address of the page that is shown. */
let here = location.href

/**
 * Calls `next` before Back, Forward or closing the tab leaves a page with unsaved changes. Returns a function that
 * stops it.
 */
function watchHistory(next: HistoryCheck): () => void {
  historyCheck = next
  return () => {
    historyCheck = undefined
  }
}

/*
 * Registered at once rather than in an effect: the window calls listeners in the order in which they were added, and
 * this one must run before the router's. By then the address has changed, so it is set back; the wanted page is then
 * the entry before it, both for Back and for Forward.
 */
addEventListener('popstate', (event) => {
  const isSamePage = new URL(here).pathname === location.pathname
  if (isSamePage || !historyCheck?.hasUnsaved()) return
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  historyCheck.leave(() => history.back())
})

addEventListener('beforeunload', (event) => {
  if (historyCheck?.hasUnsaved()) event.preventDefault()
})

for (const change of ['pushState', 'replaceState', 'popstate', 'hashchange']) {
  addEventListener(change, () => {
    here = location.href
  })
}
