import { Readable } from 'node:stream'
import type { ReportRow } from '@dashboard/store/database/schema'
import type { FileStore } from '@dashboard/store/files/file-store'
import { makeZip } from 'client-zip'
import Papa from 'papaparse'

const manifestName = 'manifest.csv'
const leftOutName = 'left-out.txt'

/**
 * A zip with one folder per circuit and a manifest, streamed: one report is open at a time. Entries are
 * stored, since PDFs are compressed already; no two have one name. A report that is deleted while it streams is
 * named in a note at its end; a storage that fails breaks it off.
 */
export function streamArchive(files: FileStore, reports: readonly ReportRow[]): Readable {
  const named = nameEntries(reports)
  async function* entries() {
    yield { name: manifestName, input: writeManifest(named) }
    const leftOut: string[] = []
    for (const { report, name } of named) {
      const file = await files.open(report.storageKey)
      if (!file) {
        leftOut.push(name)
        continue
      }
      yield {
        name,
        lastModified: new Date(report.generatedAt),
        input: Readable.toWeb(file.stream) as ReadableStream<Uint8Array>,
      }
    }
    if (leftOut.length > 0) yield { name: leftOutName, input: writeLeftOut(leftOut) }
  }
  return Readable.fromWeb(makeZip(entries()) as import('node:stream/web').ReadableStream)
}

interface NamedReport {
  report: ReportRow
  name: string
}

/**
 * `Circuit/file.pdf`, newest first, numbered where two would have the same name on any file system: of
 * two versions the newer has the plain name.
 */
export function nameEntries(reports: readonly ReportRow[]): NamedReport[] {
  const used = new Set<string>([manifestName])
  const newestFirst = reports.toSorted(
    (one, other) =>
      Number(one.generatedAt < other.generatedAt) - Number(one.generatedAt > other.generatedAt),
  )
  return newestFirst.map((report) => {
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
    .replace(/^[.\s]+/, '')
    .slice(0, 80)
    // After cutting: Windows drops dots and blanks at the end of a folder's name.
    .replace(/[.\s]+$/, '')
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

function writeLeftOut(names: readonly string[]): string {
  const lines = ['Deleted while this archive was being made, and therefore not in it:', ...names]
  return `\ufeff${lines.join('\r\n')}\r\n`
}
