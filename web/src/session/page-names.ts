import { syncPageName } from '../format/installation.ts'
import { paths } from '../paths.ts'

/** The pages by the names that people know; those below Settings are for administrators only. */
export const pageNames: readonly (readonly [name: string, href: string])[] = [
  ['Dashboard', paths.dashboard],
  [syncPageName, paths.sync],
  ['Import history', paths.sync],
  ['Columns', paths.columns],
  ['Monitor', paths.monitor],
  ['Reports', paths.reports],
  ['Volunteers', paths.volunteers],
  ['Fill a Cart', paths.calls],
  ['Profile', paths.profile],
  ['Settings', paths.settings],
  ['User Management', paths.users],
  ['Monitoring Controls', paths.monitoring],
  ['Brand Settings', paths.branding],
  ['Audit Log', paths.audit],
  ['System', paths.system],
]

/** Returns the heading of a page below Settings. */
export function settingsPage(name: string) {
  return {
    title: 'Settings',
    tabTitle: name,
    subtitle: name,
    back: { href: paths.settings, label: 'Back to Settings' },
  }
}
