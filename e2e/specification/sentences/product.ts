/** What the product does and for whom. */
export const product = [
  "Browser title and header title: 'SMPW Dashboard' is replaced here by the wording 'the dashboard'; the subtitle reads 'Analytics & Reporting'.",
  'Users sign in with a username and password.',
  'Roles are admin and user. Admins also reach an administration area (users, monitoring controls, branding).',
  'Sync: export data from the external volunteer-data system, then import it from a spreadsheet service into the product.',
  'Monitor: list background jobs that run in an external workflow system, with progress, logs and cancellation.',
  'Reports: generate PDF reports per circuit or per congregation, then search, sort, download (single or zip archive) and delete them.',
  'Administration: manage user accounts, view and control monitoring and auto-sync, and customise the logo and colours.',
  'Profile: edit own name and username, change own password.',
] as const
