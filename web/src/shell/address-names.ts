import { syncPageName } from '../format/installation.ts'
import { isOneOf, paths, placeOfAddress } from '../paths.ts'

const names: Readonly<Record<string, string>> = {
  [paths.dashboard]: 'Dashboard',
  [paths.sync]: syncPageName,
  [paths.columns]: 'Columns',
  [paths.monitor]: 'Monitor',
  [paths.volunteers]: 'Volunteers',
  [paths.calls]: 'Fill a Cart',
  [paths.profile]: 'Profile',
  [paths.settings]: 'Settings',
  [paths.users]: 'User Management',
  [paths.monitoring]: 'Monitoring Controls',
  [paths.branding]: 'Brand Settings',
  [paths.audit]: 'Audit Log',
  [paths.system]: 'System',
}

/** Returns what an address shows: 'job 3f2', 'Monitor'; `undefined` where nothing needs to be offered. */
export function nameOfAddress(address: string): string | undefined {
  const [path = '', search] = address.split('?')
  const job = path === paths.monitor ? new URLSearchParams(search).get('job') : null
  if (job) return `job ${job.slice(-3)}`
  if (isOneOf(paths.anyCircuit, path)) {
    const { circuit, congregation } = placeOfAddress(path)
    return congregation === undefined ? `circuit ${circuit}` : `congregation ${congregation}`
  }
  return names[path]
}
