import { readPalette } from '@dashboard/contract/brand-palette'
import { digestOf } from '@dashboard/store/reports/report-contents'
import type { CircuitContent, CongregationContent } from './content/report-queries.ts'
import { textCleaner } from './pdf/drawable-text.ts'
import { type ReportView, reportView } from './pdf/report-view.ts'

/** A constant frame: the frame around the content has its own digest. */
const plainFrame = {
  paper: 'us-letter',
  brand: { colors: readPalette(null), logo: null },
  dataAsOf: null,
  isSampleData: false,
  generatedAt: '2026-01-01T00:00:00.000Z',
  generatedBy: null,
} as const

/**
 * Returns a digest of what a report prints about its circuit or congregation. Two digests are equal exactly if both
 * reports, made with the same frame and at the same time, are the same (docs/reports.md#out-of-date).
 */
export function contentDigest(content: CircuitContent | CongregationContent): string {
  const view = reportView({ ...content, ...plainFrame }, null, textCleaner(() => true).clean)
  const { circuit, figures, availability, week, congregations, servingTimes } = view
  return digestOf({
    kind: content.kind,
    circuit,
    figures: content.kind === 'circuit' ? circuitFigures(figures) : figures,
    availability: availability.rows.map(({ timeSlot, cells }) => [
      timeSlot,
      cells.map(({ count }) => count),
    ]),
    week,
    congregations: content.kind === 'circuit' ? congregations.map(printedInCircuit) : congregations,
    servingTimes,
  })
}

type CongregationView = ReportView['congregations'][number]

/**
 * Returns what a circuit's report prints: it leaves out orientation, notes and contacts, and the wishes of unavailable
 * volunteers.
 */
function printedInCircuit({ name, language, city, figures, volunteers }: CongregationView) {
  return {
    name,
    language,
    city,
    figures: circuitFigures(figures),
    volunteers: volunteers.map((volunteer) => {
      const { note: _note, emergencyContacts: _contacts, ...shown } = volunteer
      if (shown.available) return shown
      const { phone, email, trained, cartLocations, keepTogether } = shown
      return {
        name: shown.name,
        phone,
        email,
        trained,
        cartLocations,
        keepTogether,
      }
    }),
  }
}

function circuitFigures(figures: ReportView['figures']) {
  const { orientation: _orientation, orientationShare: _share, ...shown } = figures
  return shown
}
