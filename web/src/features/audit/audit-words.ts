import type { AuditDetails } from '@dashboard/contract/audit'
import { auditActionLabels } from '@dashboard/contract/audit-actions'
import { days } from '@dashboard/contract/days'
import { formatInstant } from '../../format/time.ts'
import { jobLabel, jobTypes } from '../jobs/job-words.ts'

/**
 * The words of the audit log for people who run no server. Ids, and facts that are nothing but an id, are left out:
 * 'Export CSV' has them.
 */

const subjects: Readonly<Record<string, string>> = {
  user: 'User',
  job: 'Job',
  report: 'Report',
  import: 'Import',
  brand: 'Brand',
  schedule: 'Schedule',
  token: 'Access token',
  columns: 'Columns of a sheet',
  volunteer: 'Volunteer',
  'call-list': 'Call list',
}

interface Subject {
  noun: string
  /** Only for jobs, which other pages name by it, too. */
  id?: string
}

/** Returns what an action was done to; `undefined` for what has no name, such as a session. */
export function subjectOf(subject: string | null): Subject | undefined {
  const [type = '', ...rest] = (subject ?? '').split(':')
  const noun = subjects[type]
  if (noun === undefined) return undefined
  return type === 'job' ? { noun, id: rest.join(':') } : { noun }
}

const unread = new Set([
  ...['ids', 'jobId', 'exportJobId', 'messageId', 'source', 'of', 'schedule', 'replaces', 'token'],
  ...['owner', 'mimeType'],
])

/** Facts that are true or false, in words; others are called 'yes' and 'no'. */
const choices: Readonly<Record<string, readonly [name: string, yes: string, no: string]>> = {
  isActive: ['State', 'active', 'inactive'],
  activated: ['State', 'active again', 'as before'],
  enabled: ['Switched', 'on', 'off'],
  failedOnly: ['Reports', 'those that failed', 'all'],
  hasAddress: ['E-mail address', 'given', 'none'],
  byMail: ['Link', 'sent by e-mail', 'shown on the screen'],
  mustChangePassword: ['New password', 'due at the next sign-in', 'not due'],
}

const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: Object.fromEntries(jobTypes.map((type) => [type, jobLabel({ type })])),
  action: auditActionLabels,
  kind: { totp: 'authenticator app', reset: 'for a new password' },
  role: { admin: 'Admin', user: 'User' },
}

/** Returns the facts of an entry in a line: 'Fields: first name, role · Role: User → Admin'. */
export function describeDetails(details: AuditDetails): string {
  return Object.entries(details)
    .filter(([name]) => !unread.has(name))
    .map(
      ([name, value]) =>
        `${choices[name]?.[0] ?? capitalize(toWords(name))}: ${describeValue(name, value)}`,
    )
    .join(' · ')
}

function describeValue(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((item) => describeItem(name, item)).join(', ')
  }
  if (isChange(value)) {
    return `${describeValue(name, value.from)} → ${describeValue(name, value.to)}`
  }
  if (value === null) return 'none'
  if (typeof value === 'boolean') {
    const [, yes, no] = choices[name] ?? ['', 'yes', 'no']
    return value ? yes : no
  }
  return typeof value === 'object' ? JSON.stringify(value) : describeItem(name, value)
}

function describeItem(name: string, item: unknown): string {
  const text = String(item)
  if (name === 'fields') return toWords(text)
  if (name === 'days' && typeof item === 'number') return days[(item + 6) % 7] ?? text
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formatInstant(text)
  return values[name]?.[text] ?? text
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}

/** Returns 'firstName' as 'first name'. */
function toWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
