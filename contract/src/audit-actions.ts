/**
 * What is entered in the audit log, by thing and verb, each with the words of the page
 * (docs/behavior.md#audit-log). A new action is a line here; the endpoint that makes it names it.
 */
export const auditActionLabels = {
  'session.create': 'Signed in',
  'session.failed': 'Failed to sign in',
  'session.delete': 'Signed out',
  'session.end': 'Signed out a device',
  'session.end-others': 'Signed out other devices',
  'openid.link': 'Linked an account to the OpenID provider',
  'openid.unlink': 'Unlinked an account from the OpenID provider',
  'profile.update': 'Changed own profile',
  'password.change': 'Changed own password',
  'factor.create': 'Added a second step',
  'factor.delete': 'Removed a second step',
  'recovery-codes.create': 'Made new recovery codes',
  'notice-choices.update': 'Changed own notices by e-mail',
  'user.create': 'Created a user',
  'user.update': 'Changed a user',
  'user.delete': 'Deleted a user',
  'user.password.reset': 'Reset a password',
  'user.link': 'Made a link to set a password',
  'account-link.use': 'Set a password by a link',
  'user.sign-out': 'Signed a user out everywhere',
  'sign-in-link.create': 'Made a sign-in link',
  'user.factors.reset': 'Removed the second steps of a user',
  'brand.update': 'Changed the brand',
  'logo.upload': 'Uploaded a logo',
  'logo.enable': 'Showed the custom logo',
  'logo.disable': 'Hid the custom logo',
  'logo.delete': 'Deleted the logo',
  'auto-sync.update': 'Switched auto-sync',
  'schedule.create': 'Added a schedule',
  'schedule.update': 'Changed a schedule',
  'schedule.delete': 'Deleted a schedule',
  'schedule.resume': 'Resumed the schedules',
  'channel.test': 'Sent a test message',
  'job.start': 'Started a job',
  'job.cancel': 'Cancelled a job',
  'job.cancel-all': 'Cancelled all jobs',
  'job.retry': 'Retried a job',
  'job.dismiss': 'Dismissed a job',
  'jobs.clear': 'Cleared completed jobs',
  'import.review': 'Reviewed changes',
  'import.apply': 'Imported reviewed changes',
  'import.rejects.export': 'Exported skipped rows',
  'report.download': 'Downloaded reports',
  'report.delete': 'Deleted reports',
  'volunteers.export': 'Exported volunteers',
  'volunteer.export': 'Exported what is held about a person',
  'volunteer.emergency-contacts.read': 'Read emergency contacts',
  'call-list.create': 'Opened a new call list',
  'call-list.export': 'Exported a call list',
  'call-list.delete': 'Deleted a call list',
  'audit.export': 'Exported the audit log',
  'audit.prune': 'Removed old entries',
  'data.restore': 'Restored a backup',
} as const

export type AuditAction = keyof typeof auditActionLabels

export const auditActionNames = Object.keys(auditActionLabels) as AuditAction[]

/** What is said of an actor whose username has characters outside ASCII (docs/security.md#look-alike-names). */
export const unusualUsername = 'Username with unusual letters'
