import { readPalette } from '@dashboard/contract/brand-palette'
import { digestOf } from '@dashboard/store/reports/report-contents'
import type { ReportContent } from './content/report-data.ts'
import { textCleaner } from './pdf/drawable-text.ts'
import { contentView } from './pdf/report-view.ts'

/** The frame around the content has its own digest: its colors and fonts are the same for all here. */
const plainColors = readPalette(null)
const plainText = textCleaner().clean

/**
 * Returns a digest of what a report prints about its circuit or congregation: of exactly what its template receives
 * (docs/reports.md#out-of-date).
 */
export function contentDigest(content: ReportContent): string {
  return digestOf(contentView(content, plainColors, plainText))
}
