import {
  type Separator,
  type SheetHead,
  separators,
  type TextEncoding,
  textEncodings,
} from '@dashboard/contract/columns'
import { FileSpreadsheet } from 'lucide-react'
import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select, SelectField } from '../../ui/select.tsx'
import { columnsAddress, type SheetSource } from './columns-queries.ts'

const encodingLabels: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  macintosh: 'Western European (Mac Roman)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  gb18030: 'Chinese, simplified (GB18030)',
  big5: 'Chinese, traditional (Big5)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
}
const separatorLabels: Readonly<Record<Separator, string>> = {
  ',': 'Comma (,)',
  ';': 'Semicolon (;)',
  '\t': 'Tab',
  '|': 'Vertical bar (|)',
}
const encodingOptions = textEncodings.map((value) => ({ value, label: encodingLabels[value] }))
const separatorOptions = separators.map((value) => ({ value, label: separatorLabels[value] }))

interface TextReadingProps {
  text: NonNullable<SheetHead['text']>
  source: SheetSource
}

/** Shows how the text of a CSV file is read, with cells to judge it by, and lets people choose otherwise. */
export function TextReading({ text, source }: TextReadingProps) {
  const [, navigate] = useLocation()
  const names = text.encodings[0]?.names ?? []
  const choose = (chosen: Partial<SheetSource>) =>
    navigate(columnsAddress({ ...source, ...chosen }), { replace: true })
  return (
    <Card
      title="How its text is read"
      description={names.length > 0 ? `These should look right: ${names.join(' · ')}` : undefined}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Encoding"
          options={encodingOptions}
          value={text.encoding}
          onChange={(encoding) => choose({ encoding })}
        />
        <SelectField
          label="Separator between cells"
          options={separatorOptions}
          value={text.separator}
          onChange={(separator) => choose({ separator })}
        />
      </div>
    </Card>
  )
}

/** Asks in which encoding a file was saved, where its bytes allow several. */
export function AskEncoding({ text, source }: TextReadingProps) {
  const [, navigate] = useLocation()
  const choose = (encoding: TextEncoding) =>
    navigate(columnsAddress({ ...source, encoding }), { replace: true })
  return (
    <Card
      title="Which of these look right?"
      description="The file does not say in which encoding its letters were saved."
    >
      <ul className="flex flex-col divide-y">
        {text.encodings.map(({ encoding, names }) => (
          <li key={encoding} className="grid gap-2 py-3 sm:grid-cols-2 sm:items-center">
            <p className="min-w-0 wrap-anywhere">{names.join(' · ')}</p>
            <Button className="justify-self-start" onClick={() => choose(encoding)}>
              {encodingLabels[encoding]}
            </Button>
          </li>
        ))}
      </ul>
      <SelectField
        label="Another encoding"
        options={encodingOptions}
        value={text.encoding}
        onChange={choose}
      />
    </Card>
  )
}

interface SheetChoiceProps {
  head: SheetHead
  upload: string | undefined
}

export function ChooseSheet({ head, upload }: SheetChoiceProps) {
  const [, navigate] = useLocation()
  return (
    <Card
      title="Which sheet?"
      description="The workbook has several. Choose the one with the volunteers."
    >
      <ul className="flex flex-col items-start gap-2">
        {head.sheetNames.map((name) => (
          <li key={name}>
            <Button
              icon={<FileSpreadsheet />}
              onClick={() => navigate(columnsAddress({ upload, sheet: name }))}
            >
              {sheetLabel(head, name)}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Shows which sheet of a workbook is read, and lets people choose another. */
export function OtherSheet({ head, upload }: SheetChoiceProps) {
  const [, navigate] = useLocation()
  return (
    <Card title="Sheet of the workbook">
      <Select
        label="Sheet of the workbook"
        options={head.sheetNames.map((value) => ({ value, label: sheetLabel(head, value) }))}
        value={head.sheetName ?? ''}
        onChange={(sheet) => navigate(columnsAddress({ upload, sheet }), { replace: true })}
      />
    </Card>
  )
}

function sheetLabel({ hiddenSheets }: SheetHead, name: string): string {
  return hiddenSheets.includes(name) ? `${name} (hidden)` : name
}
