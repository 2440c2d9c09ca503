import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { Router } from 'wouter'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Guard {
  /** Sets the text that says what would be lost while something is unsaved; `undefined` lets users leave. */
  setWarning: (warning: string | undefined) => void
  leave: (action: () => void) => void
}

const GuardContext = createContext<Guard>({ setWarning: () => {}, leave: (action) => action() })

/** Guards everything that navigates; rendered once, around it. */
export function LeaveGuard({ children }: { children: ReactNode }) {
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
  const [guard] = useState<Guard>({ setWarning, leave })

  useEffect(() => guardHistory({ hasUnsaved: () => warning.current !== undefined, leave }), [leave])

  return (
    <GuardContext value={guard}>
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
    </GuardContext>
  )
}

/** Asks before the user leaves this page by a link, Back, or closing the tab, while `warning` is set. */
export function useLeaveWarning(warning: string | undefined): void {
  const { setWarning } = use(GuardContext)
  useEffect(() => {
    setWarning(warning)
    return () => setWarning(undefined)
  }, [warning, setWarning])
}

/** Returns `leave(action)`, which runs an action that leaves the page without navigating; it asks first if needed. */
export function useLeave(): Guard['leave'] {
  return use(GuardContext).leave
}

interface HistoryGuard {
  hasUnsaved: () => boolean
  /** Asks if needed, then runs an action that leaves the page, unless the user stays. */
  leave: (action: () => void) => void
}

let historyGuard: HistoryGuard | undefined
/** The address of the page that is shown. */
let here = location.href

/**
 * Calls `next` before Back, Forward or closing the tab leaves a page with unsaved changes. Returns a function that
 * stops it.
 */
function guardHistory(next: HistoryGuard): () => void {
  historyGuard = next
  return () => {
    historyGuard = undefined
  }
}

/*
 * Registered at once rather than in an effect: the window calls listeners in the order in which they were added, and
 * this one must run before the router's. By then the address has changed, so it is set back; the wanted page is then
 * the entry before it, both for Back and for Forward.
 */
addEventListener('popstate', (event) => {
  const isSamePage = new URL(here).pathname === location.pathname
  if (isSamePage || !historyGuard?.hasUnsaved()) return
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  historyGuard.leave(() => history.back())
})

addEventListener('beforeunload', (event) => {
  if (historyGuard?.hasUnsaved()) event.preventDefault()
})

for (const change of ['pushState', 'replaceState', 'popstate', 'hashchange']) {
  addEventListener(change, () => {
    here = location.href
  })
}
