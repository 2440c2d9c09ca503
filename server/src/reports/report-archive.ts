import { once } from 'node:events'
import type { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { compareTexts } from '@dashboard/contract/compare-names'
import { containsSeparator, protectCell } from '@dashboard/contract/protected-cell'
import type { ReportRow } from '@dashboard/store/database/schema'
import { safeFileName } from '@dashboard/store/files/file-name'
import type { FileStore } from '@dashboard/store/files/file-store'
import Papa from 'papaparse'
import { ZipFile } from 'yazl'

const manifestName = 'manifest.csv'
const leftOutName = 'left-out.txt'

/** PDFs are compressed already. */
const stored = { compress: false }

/**
 * Streams a zip with one folder per circuit and a manifest: one report is in memory at a time. Entries are stored
 * without compression, with size and checksum in front of each: programs that read a zip as a stream cannot tell where
 * a stored entry ends otherwise. No two entries have the same name. A report whose file is missing, or is deleted
 * meanwhile, is named in a note at the end; a failure of the storage aborts the zip.
 */
export function streamArchive(files: FileStore, reports: readonly ArchivedReport[]): Readable {
  const zip = new ZipFile()
  // The library returns a stream of Node's own, though it declares a more general type.
  const output = zip.outputStream as PassThrough
  const breakOff = (error: Error) => output.destroy(error)
  zip.on('error', breakOff)
  addEntries(zip, output, { files, named: nameEntries(reports) }).catch(breakOff)
  return output
}

async function addEntries(
  zip: ZipFile,
  output: PassThrough,
  { files, named }: { files: FileStore; named: readonly NamedReport[] },
): Promise<void> {
  const leftOut: string[] = []
  for (const { report, name } of named) {
    const file = await files.open(report.storageKey)
    if (!file) {
      leftOut.push(name)
      continue
    }
    const abandon = () => file.stream.destroy()
    if (output.destroyed) {
      abandon()
      return
    }
    output.once('close', abandon)
    const pdf = await buffer(file.stream)
    output.off('close', abandon)
    zip.addBuffer(pdf, name, { ...stored, mtime: new Date(report.generatedAt) })
    if (output.writableNeedDrain) await once(output, 'drain')
  }
  // Not before the reports: until the first byte, a storage that fails can still be the answer.
  zip.addBuffer(Buffer.from(writeManifest(named)), manifestName, stored)
  if (leftOut.length > 0) zip.addBuffer(Buffer.from(writeLeftOut(leftOut)), leftOutName, stored)
  zip.end()
}

type ArchivedReport = Pick<
  ReportRow,
  'circuitId' | 'congregation' | 'filename' | 'generatedAt' | 'dataAsOf' | 'storageKey'
> & {
  isOutdated: boolean
}

interface NamedReport {
  report: ArchivedReport
  name: string
}

/**
 * Returns `Circuit/file.pdf`, newest first, numbered where two would have the same name on any file system: the newer
 * of two versions has the plain name.
 */
export function nameEntries(reports: readonly ArchivedReport[]): NamedReport[] {
  const used = new Set<string>([manifestName])
  const newestFirst = reports.toSorted((one, other) =>
    compareTexts(other.generatedAt, one.generatedAt),
  )
  return newestFirst.map((report) => {
    const folder = safeFileName(report.circuitId, { maxCharacters: 80 }) || 'Circuit'
    const base = `${folder}/${safeFileName(report.filename.replace(/\.pdf$/i, ''))}`
    let name = `${base}.pdf`
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${base} (${copy}).pdf`
    used.add(name.toLowerCase())
    return { report, name }
  })
}

/** Returns the manifest, with a byte order mark first, so that spreadsheets read names in any script. */
export function writeManifest(named: readonly NamedReport[]): string {
  const rows = named.map(({ report, name }) => ({
    File: protectCell(name),
    Circuit: protectCell(report.circuitId),
    Congregation: protectCell(report.congregation ?? ''),
    'Generated at': report.generatedAt,
    'Data as of': report.dataAsOf ?? '',
    'Out of date': report.isOutdated ? 'yes' : 'no',
  }))
  return `\ufeff${Papa.unparse(rows, { quotes: containsSeparator })}\r\n`
}

function writeLeftOut(names: readonly string[]): string {
  const why = 'Deleted while this archive was being made, or missing from storage'
  const lines = [`${why}, and therefore not in it:`, ...names]
  return `\ufeff${lines.join('\r\n')}\r\n`
}
