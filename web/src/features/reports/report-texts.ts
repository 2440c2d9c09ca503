import { countOf, formatCount } from '@dashboard/contract/counts'
import { productShortName } from '@dashboard/contract/product-name'
import type { Report } from '@dashboard/contract/reports'
import { formatInstant } from '../../format/time.ts'

export function generateLabel(count: number): string {
  return `Generate ${countOf(count, 'Report')}`
}

export type ReportKind = 'circuit' | 'congregation'

/** The names of the circuits and congregations that reports are to be made of. */
export type ReportRequest = Partial<Record<ReportKind, readonly string[]>>

/** Returns the toast's text. */
export function generatingText({ circuit = [], congregation = [] }: ReportRequest): string {
  const parts = [
    circuit.length > 0 && `${circuit.length} circuit`,
    congregation.length > 0 && `${congregation.length} congregation`,
  ].filter(Boolean)
  return `Started generating ${parts.join(' and ')} report(s)`
}

/** Returns what the report is about: 'NY-1', or 'NY-1, Astoria' for a congregation. */
function reportSubject(report: Pick<Report, 'circuitId' | 'congregation'>): string {
  return report.congregation === null
    ? report.circuitId
    : `${report.circuitId}, ${report.congregation}`
}

/** Returns which reports were ordered together: 'NY-1 and 28 more'. */
export function batchText(reports: readonly Pick<Report, 'circuitId' | 'congregation'>[]): string {
  const [first, ...others] = reports
  if (!first) return ''
  const more = others.length > 0 ? ` and ${formatCount(others.length)} more` : ''
  return `${reportSubject(first)}${more}`
}

/** Returns '33 reports are ready', or '33 of 177 reports are ready, 144 are out of date since'. */
export function readyText(ready: number, outdated: number): string {
  const verbOf = (count: number) => (count === 1 ? 'is' : 'are')
  if (outdated === 0) return `${countOf(ready, 'report')} ${verbOf(ready)} ready`
  const made = countOf(ready + outdated, 'report')
  return `${formatCount(ready)} of ${made} ${verbOf(ready)} ready, ${formatCount(outdated)} ${verbOf(outdated)} out of date since`
}

/** Returns a name for a report among others of the same circuit or congregation: 'NY-1, older version of Nov 20, …'. */
export function versionSubject(report: Report): string {
  const subject = reportSubject(report)
  return report.current
    ? subject
    : `${subject}, older version of ${formatInstant(report.generatedAt)}`
}

/** Returns the length of a report, where it is known: '9 pages'. */
export function extentText({ pages, volunteers }: Pick<Report, 'pages' | 'volunteers'>) {
  if (pages !== null) return countOf(pages, 'page')
  return volunteers === null ? undefined : countOf(volunteers, 'volunteer')
}

/** Returns how many reports there are, and how many of them search and filter leave: '145 reports, 4 shown'. */
export function countText(all: number, shown: number): string {
  const reports = countOf(all, 'report')
  return shown === all ? reports : `${reports}, ${formatCount(shown)} shown`
}

/** The questions of docs/design-language.md#interaction, and the texts around them. */
export const confirmations = {
  one: (report: Report) => ({
    title: `Delete the report of ${reportSubject(report)}?`,
    body: 'Are you sure you want to delete this report?',
    confirmLabel: 'Delete report',
  }),
  selected: (count: number) => ({
    title: `Delete ${countOf(count, 'report')}?`,
    body: `Are you sure you want to delete ${countOf(count, 'selected report')}?`,
    confirmLabel: `Delete ${countOf(count, 'report')}`,
  }),
  all: (count: number) => ({
    title: 'Delete all reports?',
    body: `Are you sure you want to delete ALL ${countOf(count, 'report')}? This action cannot be undone.`,
    confirmLabel: `Delete all ${countOf(count, 'report')}`,
  }),
}

/** Returns the archive's name with the ISO date. */
export function archiveName(now: Date): string {
  return `${productShortName}-Reports-${now.toISOString().slice(0, 10)}.zip`
}

const namedArrivals = 3

/** Returns what screen readers read when reports have arrived: '2 new reports: NY-1; NY-2'. */
export function arrivalText(arrived: readonly Report[]): string {
  const named = arrived.slice(0, namedArrivals).map(reportSubject).join('; ')
  const more = arrived.length - namedArrivals
  return `${countOf(arrived.length, 'new report')}: ${named}${more > 0 ? ` and ${more} more` : ''}`
}
