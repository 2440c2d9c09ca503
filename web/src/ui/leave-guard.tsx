import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { Router } from 'wouter'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Guard {
  /** Says what would be lost while something is unsaved; `undefined` lets people go. */
  setWarning: (warning: string | undefined) => void
  leave: (action: () => void) => void
}

const GuardContext = createContext<Guard>({ setWarning: () => {}, leave: (action) => action() })

/** Stands once, around everything that navigates. */
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

  useEffect(() => holdHistory({ isHeld: () => warning.current !== undefined, leave }), [leave])

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

/** Asks before this page is left by a link, Back, or the closing of the tab, while `warning` is given. */
export function useLeaveWarning(warning: string | undefined): void {
  const { setWarning } = use(GuardContext)
  useEffect(() => {
    setWarning(warning)
    return () => setWarning(undefined)
  }, [warning, setWarning])
}

/** `leave(action)` runs what leaves the page without navigating itself, after asking if need be. */
export function useLeave(): Guard['leave'] {
  return use(GuardContext).leave
}

interface Holder {
  isHeld: () => boolean
  /** Asks, then runs what leaves the page, or not. */
  leave: (action: () => void) => void
}

let holder: Holder | undefined
/** The address of the page that is shown. */
let here = location.href

/** Has `next` asked before Back, Forward or the closing of the tab leaves a held page. */
function holdHistory(next: Holder): () => void {
  holder = next
  return () => {
    holder = undefined
  }
}

/*
 * At once rather than in an effect: the window calls listeners in the order they came, and this one
 * must come before the router's. The address has changed by then, so it is put back; the wanted
 * page is the entry before it, whether it was Back or Forward.
 */
addEventListener('popstate', (event) => {
  const isSamePage = new URL(here).pathname === location.pathname
  if (isSamePage || !holder?.isHeld()) return
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  holder.leave(() => history.back())
})

addEventListener('beforeunload', (event) => {
  if (holder?.isHeld()) event.preventDefault()
})

for (const change of ['pushState', 'replaceState', 'popstate', 'hashchange']) {
  addEventListener(change, () => {
    here = location.href
  })
}
