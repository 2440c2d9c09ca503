/**
 * The address of every page, by name (docs/behavior.md#routes). `router.tsx` says which page stands
 * there; shell, session and features link by these names. A file of its own, because they all lie
 * below the router and must not import it.
 */
export const paths = {
  root: '/',
  login: '/login',
  /** The page to which an OpenID provider sends users back; the server tells the provider this address. */
  openIdReturn: '/login/openid',
  /** The secret of a link follows behind `#`; the server creates these addresses. */
  passwordLink: '/set-password',
  dashboard: '/dashboard',
  circuits: '/dashboard/circuits',
  /** All addresses below: one page for each circuit. */
  anyCircuit: '/dashboard/circuits/*',
  volunteers: '/dashboard/volunteers',
  /** Likewise: the list with one person open. */
  anyVolunteer: '/dashboard/volunteers/*',
  calls: '/dashboard/calls',
  /** Likewise: one call list. */
  anyCallList: '/dashboard/calls/*',
  sync: '/dashboard/sync',
  columns: '/dashboard/sync/columns',
  imports: '/dashboard/sync/imports',
  anyImport: '/dashboard/sync/imports/*',
  monitor: '/dashboard/monitor',
  reports: '/dashboard/reports',
  profile: '/profile',
  settings: '/admin',
  users: '/admin/users',
  monitoring: '/admin/monitoring',
  branding: '/admin/branding',
  audit: '/admin/audit',
  system: '/admin/system',
} as const

/** The page for coordinators, which the build makes of docs/your-data.md: a document of its own. */
export const guideAddress = '/guide/your-data.html'

const anything = '/*'

/** Whether `address` is one of all those below another, for which `pattern` stands. */
export function isOneOf(pattern: string, address: string): boolean {
  return pattern.endsWith(anything) && address.startsWith(pattern.slice(0, 1 - anything.length))
}

/** The page of one volunteer. */
export function volunteerAddress(id: string): string {
  return `${paths.volunteers}/${encodeURIComponent(id)}`
}

/** The id in such an address; `undefined` in that of the list. */
export function volunteerOfAddress(address: string): string | undefined {
  const id = address.slice(paths.volunteers.length + 1).replace(/\/+$/, '')
  return id === '' ? undefined : decoded(id)
}

/** The page of one circuit. */
export function circuitAddress(circuit: string): string {
  return `${paths.circuits}/${encodeURIComponent(circuit)}`
}

const congregations = '/congregations/'

/** The page of one congregation. */
export function congregationAddress(circuit: string, congregation: string): string {
  return `${circuitAddress(circuit)}${congregations}${encodeURIComponent(congregation)}`
}

/** The circuit of such an address, and its congregation if any, however much has been decoded already. */
export function placeOfAddress(address: string): { circuit: string; congregation?: string } {
  const names = address.slice(paths.circuits.length + 1).replace(/\/+$/, '')
  const end = names.indexOf(congregations)
  if (end < 0) return { circuit: decoded(names) }
  return {
    circuit: decoded(names.slice(0, end)),
    congregation: decoded(names.slice(end + congregations.length)),
  }
}

/** Returns the address of the form that fills a cart, with this place chosen. */
export function fillCartAddress(place: { circuit: string } | { location: string }): string {
  return `${paths.calls}?${new URLSearchParams({ ...place }).toString()}`
}

/** The page of one call list. */
export function callListAddress(id: string): string {
  return `${paths.calls}/${encodeURIComponent(id)}`
}

/** The id in such an address. */
export function callListOfAddress(address: string): string {
  return decoded(address.slice(paths.calls.length + 1).replace(/\/+$/, ''))
}

/** The list of volunteers with these filters (docs/volunteers.md#filters). */
export function volunteersAddress(filters: Readonly<Record<string, string>>): string {
  return `${paths.volunteers}?${new URLSearchParams(filters).toString()}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The page of one review or import; `show` opens its skipped rows at once. */
export function importAddress(id: string, show?: 'skipped'): string {
  return `${paths.imports}/${encodeURIComponent(id)}${show === undefined ? '' : `?show=${show}`}`
}
