import { useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ifStorable } from './browser-storage.ts'

/**
 * Stores the address that somebody opened before signing in, for this tab only. Signing in nevertheless opens the
 * reports, where a link to that address is offered.
 */
const storageKey = 'asked_address'

export function readRequestedAddress(): string | undefined {
  return ifStorable(() => sessionStorage.getItem(storageKey)) ?? undefined
}

export function clearRequestedAddress(): void {
  ifStorable(() => sessionStorage.removeItem(storageKey))
}

/** Stores the address of this page, which its visitor may not see before signing in. */
export function useStoreRequestedAddress(isRefused: boolean): void {
  const [path] = useLocation()
  const search = useSearch()
  const address = search === '' ? path : `${path}?${search}`
  // Stored before the redirect to the login page takes place.
  useLayoutEffect(() => {
    if (isRefused) ifStorable(() => sessionStorage.setItem(storageKey, address))
  }, [isRefused, address])
}
