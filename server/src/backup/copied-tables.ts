import type { Database } from '@dashboard/store/database/schema'

export interface CopiedTable {
  name: keyof Database
  /** The columns that identify a row. */
  key: string
}

/** All tables, each after the tables that it refers to. */
export const copiedTables: readonly CopiedTable[] = [
  ...keyedBy('id', ['users', 'sessions', 'access_tokens', 'login_failures', 'sign_in_networks']),
  ...keyedBy('id', ['openid_identities', 'openid_attempts', 'account_links']),
  ...keyedBy('userId', ['totp_factors']),
  ...keyedBy('id', ['passkeys', 'recovery_codes', 'sign_in_tickets']),
  // A job refers to earlier ones.
  ...keyedBy('sequence', ['jobs']),
  ...keyedBy('id', ['job_circuits', 'reports']),
  ...keyedBy('place', ['report_contents']),
  ...keyedBy('id', ['circuits', 'congregations', 'volunteers', 'cart_locations']),
  ...keyedBy('id', ['volunteer_cart_assignments', 'appointments', 'availability_schedules']),
  ...keyedBy('volunteerId', ['volunteer_search']),
  ...keyedBy('id', [
    'emergency_contacts',
    'saved_filters',
    'volunteer_lists',
    'uploaded_sheets',
    'call_lists',
    'call_outcomes',
    'raw_import_data',
    'automation_status',
  ]),
  ...keyedBy('id', ['imports', 'import_places', 'import_changes', 'import_rejects']),
  ...keyedBy('id', ['schedules', 'schedule_runs']),
  ...keyedBy('id', ['brand_settings', 'logo_uploads']),
  ...keyedBy('sequence', ['audit_log']),
  ...keyedBy('key', ['column_matches']),
  ...keyedBy('id', ['running_servers']),
  ...keyedBy('name', ['preferences', 'leader_leases', 'data_versions']),
  ...keyedBy('id', ['notices', 'notice_reads', 'outbox']),
  ...keyedBy('name', ['notice_conditions']),
  ...keyedBy('userId', ['presence', 'notice_choices', 'notice_watchers']),
]

function keyedBy(key: string, names: (keyof Database)[]): CopiedTable[] {
  return names.map((name) => ({ name, key }))
}
