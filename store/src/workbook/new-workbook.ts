import { encodeAttribute } from './cell-text.ts'
import type { PreparedWorkbook } from './write-workbook.ts'

const xmlStart = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const sheetPath = 'xl/worksheets/sheet1.xml'

const fixedParts = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/><Override PartName="/${sheetPath}" ContentType="${office}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  // Style 1 uses number format 49, which stores everything typed as text.
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

export function newWorkbook(sheetName: string): PreparedWorkbook {
  const workbook = `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${encodeAttribute(sheetName)}" sheetId="1" r:id="rId2"/></sheets></workbook>`
  const texts = Object.entries({ ...fixedParts, 'xl/workbook.xml': workbook })
  const parts = texts.map(([path, xml]) => [path, Buffer.from(xmlStart + xml)] as const)
  return { parts: Object.fromEntries(parts), path: sheetPath, textStyle: 1 }
}
