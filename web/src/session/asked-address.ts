import { useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths, placeOfAddress } from '../paths.ts'

/**
 * The address that somebody asked for before signing in. Signing in leads to the reports all the same
 * (docs/behavior.md#login-and-redirects), where the way on is offered. Kept for the tab alone.
 */
const storageKey = 'asked_address'

const names: Readonly<Record<string, string>> = {
  [paths.dashboard]: 'Dashboard',
  [paths.sync]: 'Locust Sync',
  [paths.monitor]: 'Monitor',
  [paths.calls]: 'Fill a Cart',
  [paths.profile]: 'Profile',
  [paths.settings]: 'Settings',
  [paths.users]: 'User Management',
  [paths.monitoring]: 'Monitoring Controls',
  [paths.branding]: 'Brand Settings',
  [paths.audit]: 'Audit Log',
}

/** What stands at an address: 'job 3f2', 'Monitor'; `undefined` where nothing needs to be offered. */
export function nameOfAddress(address: string): string | undefined {
  const [path = '', search] = address.split('?')
  const job = path === paths.monitor ? new URLSearchParams(search).get('job') : null
  if (job) return `job ${job.slice(-3)}`
  if (path.startsWith(`${paths.circuits}/`)) {
    const { circuit, congregation } = placeOfAddress(path)
    return congregation === undefined ? `circuit ${circuit}` : `congregation ${congregation}`
  }
  return names[path]
}

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
    if (!isRefused || nameOfAddress(address) === undefined) return
    try {
      sessionStorage.setItem(storageKey, address)
    } catch {
      // Then there is no offer.
    }
  }, [isRefused, address])
}
