import { exportVolunteer } from '@dashboard/contract/volunteers'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toaster.tsx'

/** For administrators: everything that is held about a person, for when that person asks. */
export function HeldDataExport({ id }: { id: string }) {
  const { user } = useSession()
  const { mutate, isPending } = useHeldDataExport()
  if (user?.role !== 'admin') return null
  return (
    <div className="flex flex-col items-start gap-2 border-t pt-4 print:hidden">
      <p className="text-muted">
        Everything that is held about this person, and who saw it, as a file for whoever asks.
      </p>
      <Button icon={<Download aria-hidden />} loading={isPending} onClick={() => mutate(id)}>
        Export Personal Data
      </Button>
    </div>
  )
}

function useHeldDataExport() {
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (id: string) => call(exportVolunteer, { params: { id } }),
    onSuccess: ({ blob, fileName = 'SMPW-Person.zip' }) => {
      saveFile(blob, fileName)
      toast({ title: 'Download Started', description: fileName, variant: 'success' })
    },
    onError: showError('Export Failed', 'Failed to export the personal data.'),
  })
}
