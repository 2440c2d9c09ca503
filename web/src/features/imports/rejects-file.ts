import { exportRejectsCsv, exportRejectsXlsx } from '@dashboard/contract/import-rejects'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toaster.tsx'

interface Wanted {
  format: 'csv' | 'xlsx'
  /** What they were searched for. */
  q: string
}

/** Saves the skipped rows of an import as a file. */
export function useRejectsFile(id: string) {
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ format, q }: Wanted) => {
      const input = { params: { id }, query: q === '' ? {} : { q } }
      return format === 'csv' ? call(exportRejectsCsv, input) : call(exportRejectsXlsx, input)
    },
    onSuccess: ({ blob, fileName }, { format }) => {
      const name = fileName ?? `SMPW-Skipped-Rows.${format}`
      saveFile(blob, name)
      toast({ title: 'Download Started', description: name, variant: 'success' })
    },
    onError: showError('Download Failed', 'Failed to download the skipped rows.'),
  })
}
