import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { Router } from 'wouter'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { holdHistory } from './leave-history.ts'

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
