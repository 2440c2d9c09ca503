import { posix } from 'node:path'
import { encodeAttribute } from '@dashboard/store/workbook/cell-text'
import { newWorkbook } from '@dashboard/store/workbook/new-workbook'
import type { PreparedWorkbook } from '@dashboard/store/workbook/write-workbook'
import { SheetError } from '../sheet-error.ts'
import { readStyles } from './number-formats.ts'
import {
  findSheet,
  isSamePath,
  partText,
  readWorkbookIndex,
  refuseDamage,
  relationsPath,
  spelledPath,
  unpackIndexParts,
  unpackParts,
  type WorkbookIndex,
  type XlsxParts,
} from './xlsx-package.ts'
import { chartSheetError } from './xlsx-reader.ts'

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypes = '[Content_Types].xml'
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The cell format that shows and stores everything typed as text. */
const textFormatId = 49

/**
 * Prepares an existing workbook, or a new one, for the rows of a sheet. Everything else stays unchanged: other sheets,
 * formats, charts. Anything attached to the sheet's old cells is removed with them.
 * @throws SheetError when `existing` is damaged or not a workbook, or the name cannot be that of a sheet.
 */
export function prepareWorkbook(
  existing: Uint8Array | undefined,
  sheetName: string,
): PreparedWorkbook {
  requireSheetName(sheetName)
  if (!existing) return newWorkbook(sheetName)
  const indexParts = unpackIndexParts(existing)
  const index = readWorkbookIndex(indexParts)
  const old = findSheet(index, sheetName)
  if (old?.isChart) throw chartSheetError(old)
  const leftOut = [old?.path, old && relationsPath(old.path), index.calcChainPath]
  const parts = unpackParts(
    existing,
    (path) => !path.endsWith('/') && !leftOut.some((other) => isSamePath(path, other)),
  )
  removeCalcChain(parts, index)
  const textStyle = addTextStyle(parts, index.stylesPath)
  return { parts, path: old?.path ?? addSheet(parts, index, sheetName), textStyle }
}

function requireSheetName(name: string): void {
  if (name.length > 0 && name.length <= 31 && !/[[\]:*?/\\]|^'|'$/.test(name)) return
  throw new SheetError(
    'no-sheet',
    `'${name}' cannot be the name of a sheet in a workbook. An administrator has to choose another.`,
    {
      details: `'${name}' cannot be the name of a sheet in a workbook. Set SHEET_NAME to a name of at most 31 characters without [ ] : * ? / \\.`,
    },
  )
}

/** Lists a new sheet in the workbook and returns the path of its XML. */
function addSheet(parts: XlsxParts, index: WorkbookIndex, name: string): string {
  const folder = posix.join(posix.dirname(index.path), 'worksheets')
  let number = index.sheets.length + 1
  while (spelledPath(parts, `${folder}/sheet${number}.xml`)) number++
  const path = `${folder}/sheet${number}.xml`
  const workbook = partText(parts, index.path) ?? ''
  const relationsAt = relationsPath(index.path)
  const relations = partText(parts, relationsAt) ?? ''
  let id = `rIdSheet${number}`
  while (relations.includes(`"${id}"`)) id += 'a'
  const usedIds = [...workbook.matchAll(/\ssheetId="(\d+)"/g)].map((match) => Number(match[1]))
  const sheetId = Math.max(0, ...usedIds) + 1
  const sheet = `sheet xmlns:r="${relationships}" name="${encodeAttribute(name)}" sheetId="${sheetId}" r:id="${id}"`
  edit(parts, index.path, (xml) => appendInside(xml, 'sheets', sheet))
  const relation = `Relationship Id="${id}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"`
  edit(parts, relationsAt, (xml) => appendInside(xml, 'Relationships', relation))
  const type = `Override PartName="/${path}" ContentType="${workbookType}.worksheet+xml"`
  edit(parts, contentTypes, (xml) => appendInside(xml, 'Types', type))
  return path
}

/** Returns the number of the style that stores cells as text, and adds the style if it is missing. */
function addTextStyle(parts: XlsxParts, stylesPath: string | undefined): number | undefined {
  const styles = partText(parts, stylesPath)
  if (!stylesPath || !styles) return undefined
  const { ids: formatIds } = refuseDamage(() => readStyles(styles))
  const known = formatIds.indexOf(textFormatId)
  if (known >= 0) return known
  const style = `xf numFmtId="${textFormatId}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`
  edit(parts, stylesPath, (xml) =>
    appendInside(xml, 'cellXfs', style).replace(
      /(<(?:[\w-]+:)?cellXfs\b[^>]*?\scount=")\d+"/,
      `$1${formatIds.length + 1}"`,
    ),
  )
  return formatIds.length
}

/**
 * Removes the calculation chain: because the rows have changed, formulas elsewhere must be recalculated when the
 * workbook is opened.
 */
function removeCalcChain(parts: XlsxParts, { path, calcChainPath }: WorkbookIndex): void {
  edit(parts, path, (xml) =>
    xml
      .replace(/(<(?:[\w-]+:)?calcPr\b[^>]*?)\sfullCalcOnLoad="[^"]*"/, '$1')
      .replace(/<((?:[\w-]+:)?)calcPr\b/, '$& fullCalcOnLoad="1"'),
  )
  if (calcChainPath === undefined) return
  const without = (attribute: RegExp) => (xml: string) =>
    xml.replace(/<(?:[\w-]+:)?(?:Override|Relationship)\b[^>]*\/>/g, (element) =>
      attribute.test(element) ? '' : element,
    )
  edit(parts, relationsPath(path), without(/Type="[^"]*\/calcChain"/))
  edit(parts, contentTypes, without(/PartName="[^"]*calcChain\.xml"/i))
}

function edit(parts: XlsxParts, path: string, change: (xml: string) => string): void {
  const xml = partText(parts, path)
  if (xml === undefined) return
  parts[spelledPath(parts, path) ?? path] = Buffer.from(change(xml))
}

function appendInside(xml: string, element: string, child: string): string {
  const prefix = '((?:[\\w-]+:)?)'
  return xml
    .replace(new RegExp(`<${prefix}${element}(\\s[^>]*?)?/>`), `<$1${element}$2></$1${element}>`)
    .replace(
      new RegExp(`</${prefix}${element}\\s*>`),
      (end, name: string) => `<${name}${child}/>${end}`,
    )
}
