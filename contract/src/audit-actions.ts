/**
 * What is entered in the audit log, by thing and verb, each with the words of the page
 * (docs/behavior.md#audit-log). A new action is a line here; the endpoint that makes it names it.
 */
export const auditActionLabels = {
  'session.create': 'Signed in',
  'session.failed': 'Failed to sign in',
  'session.delete': 'Signed out',
  'profile.update': 'Changed own profile',
  'password.change': 'Changed own password',
  'user.create': 'Created a user',
  'user.update': 'Changed a user',
  'user.delete': 'Deleted a user',
  'user.password.reset': 'Reset a password',
  'brand.update': 'Changed the brand',
  'logo.upload': 'Uploaded a logo',
  'logo.enable': 'Showed the custom logo',
  'logo.disable': 'Hid the custom logo',
  'logo.delete': 'Deleted the logo',
  'auto-sync.update': 'Switched auto-sync',
  'job.start': 'Started a job',
  'job.cancel': 'Cancelled a job',
  'job.cancel-all': 'Cancelled all jobs',
  'job.retry': 'Retried a job',
  'job.dismiss': 'Dismissed a job',
  'jobs.clear': 'Cleared completed jobs',
  'report.download': 'Downloaded reports',
  'report.delete': 'Deleted reports',
  'audit.export': 'Exported the audit log',
  'audit.prune': 'Removed old entries',
} as const

export type AuditAction = keyof typeof auditActionLabels

export const auditActionNames = Object.keys(auditActionLabels) as AuditAction[]
