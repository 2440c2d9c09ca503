import { useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * The address that somebody asked for before signing in. Signing in leads to the reports all the same
 * (docs/behavior.md#login-and-redirects), where the way on is offered. Kept for the tab alone.
 */
const storageKey = 'asked_address'

export function readAskedAddress(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

export function forgetAskedAddress(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing is kept where storage is withheld.
  }
}

/** Keeps the address of this page, which its visitor may not see before signing in. */
export function useAskedAddress(isRefused: boolean): void {
  const [path] = useLocation()
  const search = useSearch()
  const address = search === '' ? path : `${path}?${search}`
  // Before the redirect to the login page takes place.
  useLayoutEffect(() => {
    if (!isRefused) return
    try {
      sessionStorage.setItem(storageKey, address)
    } catch {
      // Then there is no offer.
    }
  }, [isRefused, address])
}
