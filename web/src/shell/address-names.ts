import { isOneOf, paths, placeOfAddress } from '../paths.ts'
import { pageNames } from '../session/page-names.ts'

/** Returns what an address shows: 'job 3f2', 'Monitor'; `undefined` where nothing needs to be offered. */
export function nameOfAddress(address: string): string | undefined {
  const [path = '', search] = address.split('?')
  const job = path === paths.monitor ? new URLSearchParams(search).get('job') : null
  if (job) return `job ${job.slice(-3)}`
  if (isOneOf(paths.anyCircuit, path)) {
    const { circuit, congregation } = placeOfAddress(path)
    return congregation === undefined ? `circuit ${circuit}` : `congregation ${congregation}`
  }
  // Signing in leads to the reports in any case.
  if (path === paths.reports) return undefined
  return pageNames.find(([, href]) => href === path)?.[0]
}
