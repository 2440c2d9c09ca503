/**
 * The address of every page, by name (docs/behavior.md#routes). `router.tsx` says which page stands
 * there; shell, session and features link by these names. A file of its own, because they all lie
 * below the router and must not import it.
 */
export const paths = {
  root: '/',
  login: '/login',
  dashboard: '/dashboard',
  circuits: '/dashboard/circuits',
  sync: '/dashboard/sync',
  monitor: '/dashboard/monitor',
  reports: '/dashboard/reports',
  profile: '/profile',
  settings: '/admin',
  users: '/admin/users',
  monitoring: '/admin/monitoring',
  branding: '/admin/branding',
  audit: '/admin/audit',
} as const

/** The page of one circuit. */
export function circuitAddress(circuit: string): string {
  return `${paths.circuits}/${encodeURIComponent(circuit)}`
}

/** The circuit of such an address, however much of it has been decoded already. */
export function circuitOfAddress(address: string): string {
  const name = address.slice(paths.circuits.length + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
