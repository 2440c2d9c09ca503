import { setImmediate } from 'node:timers/promises'
import { formatCount } from '@dashboard/contract/counts'
import { volunteerList } from '@dashboard/contract/limits'
import { type DocumentData, reportVolunteers } from '../content/report-data.ts'
import { type TextCleaner, textCleaner } from './drawable-text.ts'
import { packPdf } from './pack-pdf.ts'
import { type LogoView, listView, reportView } from './report-view.ts'
import { type DrawnPdf, drawTemplate, TypstError } from './typst.ts'

/** Most volunteers per report: the memory and time of drawing grow with every volunteer. */
export const reportVolunteersMax = volunteerList.maxVolunteers

export class ReportError extends Error {}

export interface RenderedReport {
  pdf: Uint8Array
  pages: number
  /** Sentences for the job's log about parts that could not be drawn as intended. */
  warnings: string[]
}

/**
 * Draws one report as a PDF, tagged for screen readers. Equal data give equal bytes.
 * @throws ReportError with a sentence that says what to do, when there are more volunteers than one report can hold or
 * the report cannot be drawn at all.
 */
export async function renderReport(data: DocumentData): Promise<RenderedReport> {
  // Drawing blocks the event loop. This pause lets timers run and frees the memory of the last document, whose
  // finalizer runs only between two tasks of the event loop.
  await setImmediate()
  const count = reportVolunteers(data).length
  if (count > reportVolunteersMax) throw new ReportError(tooManyVolunteers(data, count))
  const cleaner = textCleaner()
  const { pdf, pages, warnings } = drawWithLogo(data, cleaner)
  const undrawable = cleaner.undrawable()
  if (undrawable.length > 0) {
    warnings.push(
      `No font here has these characters, so the report shows \ufffd for them: ${undrawable.slice(0, 20).join(', ')}.`,
    )
  }
  return { pdf: packPdf(pdf), pages, warnings }
}

/**
 * Draws with the logo; if the logo cannot be drawn, it is left out, so that the report does not fail. Typst refuses
 * characters that no font has, alone or beside their neighbors, and names them: they are replaced, and the tags stay.
 */
function drawWithLogo(data: DocumentData, { clean, leaveOut }: TextCleaner): RenderedReport {
  const { logo } = data.brand
  const draw = (view: LogoView | null): DrawnPdf => {
    try {
      return drawTemplate({
        template: data.kind,
        view: data.kind === 'list' ? listView(data, view, clean) : reportView(data, view, clean),
        files: logo && view ? { [view.path]: logo.bytes } : {},
        createdAt: data.generatedAt,
      })
    } catch (error) {
      if (error instanceof TypstError && leaveOut(error.undrawn)) return draw(view)
      throw error
    }
  }
  try {
    if (!logo) return { ...draw(null), warnings: [] }
    try {
      return { ...draw({ path: '/logo', format: logo.format }), warnings: [] }
    } catch (error) {
      if (!(error instanceof TypstError)) throw error
      return { ...draw(null), warnings: [logoLeftOut(error.message)] }
    }
  } catch (error) {
    if (!(error instanceof TypstError)) throw error
    throw new ReportError(`The report could not be drawn: ${error.message}.`, { cause: error })
  }
}

function logoLeftOut(reason: string): string {
  return `The logo could not be drawn and was left out (${reason}). Upload it again as a PNG, JPG or SVG file.`
}

function tooManyVolunteers(data: DocumentData, count: number): string {
  const [has, most] = [count, reportVolunteersMax].map(formatCount)
  if (data.kind === 'list') {
    return `The list has ${has} volunteers, more than the ${most} that one PDF can hold. Narrow the filters.`
  }
  const [name, instead] =
    data.kind === 'circuit'
      ? [data.circuit, 'Make a report for each of its congregations instead.']
      : [
          data.congregation.name,
          'Check that the sheet names the right congregation for each of them.',
        ]
  return `${name} has ${has} volunteers, more than the ${most} that one report can hold. ${instead}`
}
