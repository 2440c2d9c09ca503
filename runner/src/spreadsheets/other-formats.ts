import { SheetError } from './sheet-error.ts'

interface Format {
  /** What the file is, as in 'This is …, not a workbook.' */
  what: string
  advice: string
}

const inItsProgram = 'Open it in its program and save it as .xlsx'
const webPage: Format = {
  what: 'a web page',
  advice: 'Open it in a spreadsheet program and save it as .xlsx',
}

const beginnings: readonly [pattern: RegExp, format: Format][] = [
  [/^%PDF/, { what: 'a PDF', advice: 'Save the list as .xlsx where the PDF was made' }],
  [/^\s*<(?:!doctype html|html|head|body|table|meta|style|div)\b/i, webPage],
  [/^MIME-Version:/i, webPage],
  [
    /^\s*<\?xml\b[\s\S]*<(?:\w+:)?workbook\b/i,
    { what: 'an XML table of Excel 2003', advice: 'Open it in Excel and save it as .xlsx' },
  ],
  [/^\s*<\?xml\b[\s\S]*<html\b/i, webPage],
  [/^\{\\rtf/, { what: 'a text document', advice: inItsProgram }],
  [
    /^\s*\{[\s\S]*(?:"doc_id"|docs\.google\.com)/,
    {
      what: 'a shortcut to a Google spreadsheet',
      advice: 'Open it in Google Sheets and download it as .xlsx',
    },
  ],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8)/, { what: 'a picture', advice: 'Use the list itself' }],
]

/** Formats that are archives, as workbooks are, recognized by the names of the files in them. */
const archives: readonly [pattern: RegExp, format: Format][] = [
  [
    /^xl\/workbook\.bin$/i,
    { what: 'a binary workbook (.xlsb)', advice: 'Open it in Excel and save it as .xlsx' },
  ],
  [
    /^Index(?:\/|\.zip$)/,
    { what: 'a Numbers table', advice: 'Open it in Numbers and export it as Excel (.xlsx)' },
  ],
  [/^content\.xml$/, { what: 'an OpenDocument file (.ods)', advice: inItsProgram }],
  [/^ppt\//i, { what: 'a presentation', advice: 'Save the list as .xlsx' }],
  [/^word\//i, { what: 'a text document', advice: 'Copy its table into a workbook' }],
]

const zipArchive: Format = {
  what: 'a .zip archive',
  advice: 'Unpack it and use the file in it',
}

const beginningBytes = 1_024

/**
 * Refuses a file of another format than workbook or text.
 * @throws SheetError that says what the file is and what to save it as
 */
export function refuseOtherFormat(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, beginningBytes))
  const text = start.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  refuse(beginnings.find(([pattern]) => pattern.test(text))?.[1])
}

/**
 * Refuses an archive that holds a file of another program.
 * @throws SheetError as `refuseOtherFormat` does
 */
export function refuseOtherArchive(names: readonly string[]): void {
  const found = archives.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  const isPackage = names.some((name) => /\.(?:xml|rels)$/i.test(name))
  refuse(found ?? (isPackage ? undefined : zipArchive))
}

function refuse(format: Format | undefined): void {
  if (format === undefined) return
  const { what, advice } = format
  throw new SheetError('unreadable', `This is ${what}, not a workbook. ${advice}, then try again.`)
}
