import type { Database } from '@dashboard/store/database/schema'

export interface MovedTable {
  name: keyof Database
  /** The columns that identify a row. */
  key: string
}

/** All tables, each behind those that it refers to. */
export const movedTables: readonly MovedTable[] = [
  ...keyedBy('id', ['users', 'sessions', 'login_failures', 'sign_in_networks']),
  ...keyedBy('id', ['jobs', 'reports']),
  ...keyedBy('id', ['circuits', 'congregations', 'volunteers', 'cart_locations']),
  ...keyedBy('id', ['volunteer_cart_assignments', 'appointments', 'availability_schedules']),
  ...keyedBy('id', ['emergency_contacts', 'raw_import_data', 'automation_status']),
  ...keyedBy('id', ['brand_settings', 'logo_uploads', 'audit_log']),
  ...keyedBy('name', ['preferences', 'leader_leases', 'data_versions', 'audit_chain']),
  ...keyedBy('userId', ['presence']),
]

function keyedBy(key: string, names: (keyof Database)[]): MovedTable[] {
  return names.map((name) => ({ name, key }))
}
