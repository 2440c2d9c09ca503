import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Router } from 'wouter'

/** Only signed-in pages have dialogs: the login page is loaded without them. */
const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}))

interface Leaving {
  warning: string
  action: () => void
}

/** Says what would be lost on this page; `undefined` while nothing is unsaved. */
let warning: string | undefined
let ask: (leaving: Leaving) => void = () => {}

/** Runs an action that leaves the page; asks first while something is unsaved. */
export function leave(action: () => void): void {
  if (warning === undefined) action()
  else ask({ warning, action })
}

/** Asks before unsaved changes are lost; rendered once, around everything that navigates. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Leaving>()
  useEffect(() => {
    ask = setAsked
  }, [])
  return (
    <Router
      aroundNav={(navigate, to, options) => {
        if (to === location.pathname) navigate(to, options)
        else leave(() => navigate(to, options))
      }}
    >
      {children}
      {asked && (
        <Suspense>
          <ConfirmDialog
            onClose={() => setAsked(undefined)}
            title="Leave without saving?"
            body={asked.warning}
            confirmLabel="Discard changes"
            cancelLabel="Stay"
            onConfirm={() => {
              warning = undefined
              setAsked(undefined)
              asked.action()
            }}
          />
        </Suspense>
      )}
    </Router>
  )
}

/** Asks before the user leaves this page by a link, Back, or closing the tab, while there is a warning text. */
export function useLeaveWarning(text: string | undefined): void {
  useEffect(() => {
    warning = text
    return () => {
      warning = undefined
    }
  }, [text])
}

let here = location.href

/*
 * Registered at once rather than in an effect: the window calls listeners in the order in which they were added, and
 * this one must run before the router's. By then the address has changed, so it is set back; the wanted page is then
 * the entry before it, both for Back and for Forward.
 */
addEventListener('popstate', (event) => {
  const isSamePage = new URL(here).pathname === location.pathname
  if (isSamePage || warning === undefined) return
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  leave(() => history.back())
})

addEventListener('beforeunload', (event) => {
  if (warning !== undefined) event.preventDefault()
})

for (const change of ['pushState', 'replaceState', 'popstate', 'hashchange']) {
  addEventListener(change, () => {
    here = location.href
  })
}
