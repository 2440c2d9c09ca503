import type { SheetHead } from '@dashboard/contract/columns'
import { FileSpreadsheet } from 'lucide-react'
import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { columnsAddress } from './columns-queries.ts'

interface SheetChoiceProps {
  head: SheetHead
  upload: string | undefined
}

export function ChooseSheet({ head, upload }: SheetChoiceProps) {
  const [, navigate] = useLocation()
  return (
    <Card title="Which sheet?" description="None is chosen by itself.">
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
