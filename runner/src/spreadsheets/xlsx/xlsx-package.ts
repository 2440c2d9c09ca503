import { posix } from 'node:path'
import { formatCount } from '@dashboard/contract/counts'
import { refuseOtherArchive, refuseOtherFormat } from '../other-formats.ts'
import { SheetError } from '../sheet-error.ts'
import { inUtf8, readXml } from './read-xml.ts'
import { readZipDirectory, unpackZipEntry } from './zip-archive.ts'

/** Parts of a workbook, keyed by their path inside it; paths are equal without regard to case. */
export type XlsxParts = Record<string, Uint8Array>

export interface WorkbookSheet {
  name: string
  path: string
  /** Whether it holds a chart or a dialog instead of rows. */
  isChart: boolean
  isHidden: boolean
}

export interface WorkbookIndex {
  /** Path of the part that lists the sheets, usually `xl/workbook.xml`. */
  path: string
  sheets: WorkbookSheet[]
  stylesPath: string | undefined
  sharedStringsPath: string | undefined
  /** Path of the order in which formulas are calculated; programs recreate it where it is missing. */
  calcChainPath: string | undefined
  /** Whether days are counted from 1904, as on old Macs, instead of 1900. */
  from1904: boolean
}

/** Far larger than any real sheet; a file that declares more in total is not unpacked. */
export const largestUnpackedBytes = 1024 ** 3

const zipStart = [0x50, 0x4b, 0x03, 0x04]
const oldFormatStart = [0xd0, 0xcf, 0x11, 0xe0]

/** Whether the bytes are a zip, as a workbook is, or the old format, which `unpackParts` refuses with advice. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, zipStart) || startsWith(bytes, oldFormatStart)
}

/**
 * Unpacks those parts of a workbook that `wanted` selects.
 * @throws SheetError when the bytes are not a workbook, or the parts together are larger than `maxBytes`.
 */
export function unpackParts(
  bytes: Uint8Array,
  wanted: (path: string) => boolean,
  maxBytes = largestUnpackedBytes,
): XlsxParts {
  if (startsWith(bytes, oldFormatStart)) {
    throw new SheetError(
      'unreadable',
      'The workbook is in the old .xls format or protected by a password. Save it as .xlsx without a password, then try again.',
    )
  }
  if (!startsWith(bytes, zipStart)) {
    refuseOtherFormat(bytes)
    throw noWorkbook()
  }
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let unpackedBytes = 0
  return refuseDamage(() => {
    const all = [...readZipDirectory(archive)]
    for (const entry of all) entry.name = plainPath(entry.name)
    refuseOtherArchive(all.map(({ name }) => name))
    const entries = all.filter(({ name }) => wanted(name))
    for (const { size } of entries) unpackedBytes += size
    if (unpackedBytes > maxBytes) {
      const megabytes = formatCount(maxBytes / 1024 ** 2)
      throw new SheetError(
        'unreadable',
        `The workbook is too large to be read: unpacked, it has more than ${megabytes} MB. Remove sheets, rows and formats that are not needed, then try again.`,
      )
    }
    return Object.fromEntries(entries.map((entry) => [entry.name, unpackZipEntry(archive, entry)]))
  })
}

/** Unpacks the parts that contain the paths of the others: the workbook itself may have any name. */
export function unpackIndexParts(bytes: Uint8Array, maxBytes?: number): XlsxParts {
  return unpackParts(
    bytes,
    (path) => /\.rels$|^([^/]+\/)?(?!sharedStrings)[^/]+\.xml$/i.test(path),
    maxBytes,
  )
}

/**
 * Returns the paths of a workbook's parts.
 * @throws SheetError when the parts do not form a workbook, or are damaged.
 */
export function readWorkbookIndex(parts: XlsxParts): WorkbookIndex {
  return refuseDamage(() => readIndex(parts))
}

/**
 * Returns the result of `read`.
 * @throws SheetError that calls the file damaged or not a workbook, instead of any other error.
 */
export function refuseDamage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof SheetError ? error : noWorkbook(error)
  }
}

function readIndex(parts: XlsxParts): WorkbookIndex {
  const targetIn = (relations: readonly Relation[], kind: string) =>
    relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
  const path = targetIn(readRelations(parts, ''), 'officeDocument') ?? 'xl/workbook.xml'
  const workbook = partAt(parts, path)
  if (workbook === undefined) throw noWorkbook()
  const relations = readRelations(parts, path)
  const relationsById = new Map(relations.map((relation) => [relation.id, relation]))
  const sheets: WorkbookSheet[] = []
  let from1904 = false
  readXml(workbook, {
    open(element, attribute) {
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      if (element !== 'sheet') return
      const relation = relationsById.get(attribute('id') ?? '')
      if (!relation) return
      sheets.push({
        name: attribute('name') ?? '',
        path: relation.target,
        isChart: !relation.type.endsWith('/worksheet'),
        isHidden: (attribute('state') ?? 'visible') !== 'visible',
      })
    },
  })
  return {
    path,
    sheets,
    stylesPath: targetIn(relations, 'styles'),
    sharedStringsPath: targetIn(relations, 'sharedStrings'),
    calcChainPath: targetIn(relations, 'calcChain'),
    from1904,
  }
}

/** Returns the sheet with this name, ignoring case as spreadsheet programs do. */
export function findSheet({ sheets }: WorkbookIndex, name: string): WorkbookSheet | undefined {
  const wanted = name.toLowerCase()
  return (
    sheets.find((sheet) => sheet.name === name) ??
    sheets.find((sheet) => sheet.name.toLowerCase() === wanted)
  )
}

/** Returns a path with `/` only, and without a `/` or `.` in front, which some programs write. */
function plainPath(name: string): string {
  return posix.join('.', name.replaceAll('\\', '/'))
}

/** Whether two paths name the same part: programs differ in their case. */
export function isSamePath(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}

export function spelledPath(parts: XlsxParts, path: string): string | undefined {
  if (Object.hasOwn(parts, path)) return path
  return Object.keys(parts).find((name) => isSamePath(name, path))
}

export function partAt(parts: XlsxParts, path: string | undefined): Uint8Array | undefined {
  const name = path === undefined ? undefined : spelledPath(parts, path)
  return name === undefined ? undefined : parts[name]
}

export function partText(parts: XlsxParts, path: string | undefined): string | undefined {
  const bytes = partAt(parts, path)
  return bytes && new TextDecoder().decode(inUtf8(Buffer.from(bytes)))
}

/** Returns the path of the part with the references of the part at `path`. */
export function relationsPath(path: string): string {
  return posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)
}

interface Relation {
  id: string
  type: string
  target: string
}

function readRelations(parts: XlsxParts, path: string): Relation[] {
  const relations: Relation[] = []
  readXml(partAt(parts, relationsPath(path)) ?? '<none/>', {
    open(element, attribute) {
      if (element !== 'Relationship') return
      const target = (attribute('Target') ?? '').replaceAll('\\', '/')
      relations.push({
        id: attribute('Id') ?? '',
        type: attribute('Type') ?? '',
        target: plainPath(target.startsWith('/') ? target : `${posix.dirname(path)}/${target}`),
      })
    },
  })
  return relations
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

function noWorkbook(cause?: unknown): SheetError {
  return new SheetError(
    'unreadable',
    'The file is not an Excel workbook (.xlsx), or it is damaged. Put a good workbook in its place, then try again.',
    { cause },
  )
}
