/** There are pages only below these two. */
const circuits = '/dashboard/circuits'
const imports = '/dashboard/sync/imports'

/**
 * The address of every page, by name. `router.tsx` maps them to pages; shell, session and
 * features link by these names. They are in a separate file, because the modules that use them must not import the
 * router.
 */
export const paths = {
  root: '/',
  login: '/login',
  /** The page to which an OpenID provider sends users back; the server sends the provider this address. */
  openIdReturn: '/login/openid',
  /** The secret of a link follows `#`; the server creates these addresses. */
  passwordLink: '/set-password',
  dashboard: '/dashboard',
  /** All addresses below: one page for each circuit. */
  anyCircuit: `${circuits}/*`,
  volunteers: '/dashboard/volunteers',
  /** All addresses below: the list with one person open. */
  anyVolunteer: '/dashboard/volunteers/*',
  calls: '/dashboard/calls',
  /** All addresses below: one call list. */
  anyCallList: '/dashboard/calls/*',
  sync: '/dashboard/sync',
  columns: '/dashboard/sync/columns',
  /** All addresses below: one review or import. */
  anyImport: `${imports}/*`,
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

/** The guide for coordinators, which the build makes from docs/your-data.md: a separate document. */
export const guideAddress = '/guide/your-data.html'

const anything = '/*'

/** Whether `address` is one of the addresses below another, for which `pattern` stands. */
export function isOneOf(pattern: string, address: string): boolean {
  return pattern.endsWith(anything) && address.startsWith(pattern.slice(0, 1 - anything.length))
}

const pagesOfJobs: readonly string[] = [
  paths.dashboard,
  paths.sync,
  paths.monitor,
  paths.reports,
  paths.monitoring,
]

/** Whether the page at an address shows jobs. Every page asks for them, to refresh what a job has changed. */
export function showsJobs(address: string): boolean {
  return pagesOfJobs.includes(address) || isOneOf(paths.anyImport, address)
}

export function volunteerAddress(id: string): string {
  return `${paths.volunteers}/${encodeURIComponent(id)}`
}

/** Returns the id in such an address; `undefined` in that of the list. */
export function volunteerOfAddress(address: string): string | undefined {
  const id = address.slice(paths.volunteers.length + 1).replace(/\/+$/, '')
  return id === '' ? undefined : decoded(id)
}

export function circuitAddress(circuit: string): string {
  return `${circuits}/${encodeURIComponent(circuit)}`
}

const congregations = '/congregations/'

export function congregationAddress(circuit: string, congregation: string): string {
  return `${circuitAddress(circuit)}${congregations}${encodeURIComponent(congregation)}`
}

/** Returns the circuit of such an address, and its congregation if any, however much has been decoded already. */
export function placeOfAddress(address: string): { circuit: string; congregation?: string } {
  const names = address.slice(circuits.length + 1).replace(/\/+$/, '')
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

export function callListAddress(id: string): string {
  return `${paths.calls}/${encodeURIComponent(id)}`
}

export function callListOfAddress(address: string): string {
  return decoded(address.slice(paths.calls.length + 1).replace(/\/+$/, ''))
}

/** Returns the address of the list of volunteers with these filters (docs/volunteers.md#filters). */
export function volunteersAddress(
  filters: Readonly<Record<string, string | readonly string[]>>,
): string {
  const pairs = Object.entries(filters).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  )
  return `${paths.volunteers}?${new URLSearchParams(pairs).toString()}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the address of one review or import; `show` opens its skipped rows, or what has changed since, at once. */
export function importAddress(id: string, show?: 'skipped' | 'since'): string {
  return `${imports}/${encodeURIComponent(id)}${show === undefined ? '' : `?show=${show}`}`
}

/** Returns the part of an address after `?` with these parameters; one that is `undefined` is left out. */
export function withParameters(
  search: URLSearchParams,
  values: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** A column of the sheet that may have another title in it now. */
export interface RenamedColumn {
  column: string
  title: string
}

/** Returns the address of the match of the spreadsheet, with these columns on top, read as what they may be. */
export function renamedAddress(renamed: readonly RenamedColumn[]): string {
  const search = new URLSearchParams()
  for (const { column, title } of renamed) {
    search.append('column', column)
    search.append('title', title)
  }
  return `${paths.columns}?${search.toString()}`
}

/** Returns what such an address names. */
export function renamedOfAddress(search: URLSearchParams): RenamedColumn[] {
  const titles = search.getAll('title')
  return search.getAll('column').map((column, at) => ({ column, title: titles[at] ?? '' }))
}

export function importOfAddress(address: string): string {
  return address.slice(imports.length + 1).replace(/\/+$/, '')
}
