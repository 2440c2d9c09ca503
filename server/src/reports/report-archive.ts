import { Readable } from 'node:stream'
import type { FileStore } from '@dashboard/store/file-store'
import type { ReportRow } from '@dashboard/store/schema'
import { makeZip } from 'client-zip'
import Papa from 'papaparse'
import { openReportFile } from './reports-service.ts'

const manifestName = 'manifest.csv'

/**
 * A zip with one folder per circuit and a manifest, streamed: one report is open at a time. Entries are
 * stored, since PDFs are compressed already; no two have one name.
 */
export function streamArchive(files: FileStore, reports: readonly ReportRow[]): Readable {
  const named = nameEntries(reports)
  async function* entries() {
    yield { name: manifestName, input: writeManifest(named) }
    for (const { report, name } of named) {
      const { stream } = await openReportFile(files, report)
      yield {
        name,
        lastModified: new Date(report.generatedAt),
        input: Readable.toWeb(stream) as ReadableStream<Uint8Array>,
      }
    }
  }
  return Readable.fromWeb(makeZip(entries()) as import('node:stream/web').ReadableStream)
}

interface NamedReport {
  report: ReportRow
  name: string
}

/** `Circuit/file.pdf`, numbered where two would have the same name on any file system. */
export function nameEntries(reports: readonly ReportRow[]): NamedReport[] {
  const used = new Set<string>([manifestName])
  return reports.map((report) => {
    const base = `${folderName(report.circuitId)}/${report.filename.replace(/\.pdf$/i, '')}`
    let name = `${base}.pdf`
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${base} (${copy}).pdf`
    used.add(name.toLowerCase())
    return { report, name }
  })
}

function folderName(circuit: string): string {
  const safe = circuit
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 80)
  return safe || 'Circuit'
}

/** A byte order mark first, so that spreadsheets read names in any script. */
export function writeManifest(named: readonly NamedReport[]): string {
  const rows = named.map(({ report, name }) => ({
    File: name,
    Circuit: report.circuitId,
    Congregation: report.congregation ?? '',
    'Generated at': report.generatedAt,
    'Data as of': report.dataAsOf ?? '',
  }))
  return `\ufeff${Papa.unparse(rows, { escapeFormulae: true })}\r\n`
}
