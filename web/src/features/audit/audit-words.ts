import type { AuditDetails } from '@dashboard/contract/audit'

const subjects: Readonly<Record<string, string>> = {
  session: 'Session',
  user: 'User',
  job: 'Job',
  report: 'Report',
  import: 'Import',
  brand: 'Brand',
}

/** Splits 'job:1234' into two parts, the first as a noun. */
export function splitSubject(subject: string): { noun: string; id: string } {
  const [type = '', ...rest] = subject.split(':')
  return { noun: subjects[type] ?? type, id: rest.join(':') }
}

/** Details that are not shown; the names of the files say more. */
const unread = new Set(['ids'])

/** Returns the facts of an entry in a line: 'Fields: first name, role · Role: user → admin'. */
export function describeDetails(details: AuditDetails): string {
  return Object.entries(details)
    .filter(([name]) => !unread.has(name))
    .map(([name, value]) => `${capitalize(toWords(name))}: ${describeValue(name, value)}`)
    .join(' · ')
}

function describeValue(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map(name === 'fields' ? (item) => toWords(String(item)) : String)
    return items.length === 0 ? 'none' : items.join(', ')
  }
  if (isChange(value)) return `${describeValue('', value.from)} → ${describeValue('', value.to)}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
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
