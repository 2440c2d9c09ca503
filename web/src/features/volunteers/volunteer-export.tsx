import { exportVolunteersCsv, exportVolunteersXlsx } from '@dashboard/contract/volunteer-exports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toaster.tsx'
import { fetchPdf } from './fetch-pdf.ts'
import { toQuery, type VolunteerChoice } from './volunteer-choice.ts'

const endpoints = { xlsx: exportVolunteersXlsx, csv: exportVolunteersCsv }
type Format = keyof typeof endpoints | 'pdf'

/** Saves everybody whom the choice leaves, in its order, as a file. */
export function VolunteerExport({ choice }: { choice: VolunteerChoice }) {
  const { mutate, isPending } = useVolunteerExport()
  const save = (format: Format) => () => mutate({ format, choice })
  return (
    <DropdownMenu
      trigger={
        <Button icon={<Download aria-hidden />} loading={isPending}>
          Export
        </Button>
      }
      items={[
        { label: 'Excel workbook (XLSX)', onSelect: save('xlsx') },
        { label: 'Plain table (CSV)', onSelect: save('csv') },
        { label: 'To print (PDF)', onSelect: save('pdf') },
      ]}
    />
  )
}

/** It goes on when the page is left. */
function useVolunteerExport() {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ format, choice }: { format: Format; choice: VolunteerChoice }) => {
      const query = toQuery(choice)
      return format === 'pdf' ? fetchPdf(client, query) : call(endpoints[format], { query })
    },
    onSuccess: ({ blob, fileName }, { format }) => {
      const name = fileName ?? `SMPW-Volunteers.${format}`
      saveFile(blob, name)
      toast({ title: 'Download Started', description: name, variant: 'success' })
    },
    onError: showError('Export Failed', 'Failed to export the volunteers.'),
  })
}
