import { getJob, isActive } from '@dashboard/contract/jobs'
import { pollMs } from '@dashboard/contract/limits'
import {
  copyVolunteerContacts,
  exportVolunteersCsv,
  exportVolunteersXlsx,
  fetchVolunteerList,
  startVolunteerList,
} from '@dashboard/contract/volunteer-exports'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, sessionEndedMessage } from '../../api/call.ts'
import { useCopyContacts } from '../../api/copy-contacts.ts'
import { useDownload } from '../../api/use-change.ts'
import { volunteerOfAddress } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { readToken } from '../../session/session-token.ts'
import { decodeToken } from '../../session/session-user.ts'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { refreshJobs } from '../jobs/jobs-queries.ts'
import { toQuery, type VolunteerChoice } from './volunteer-choice.ts'

const endpoints = { xlsx: exportVolunteersXlsx, csv: exportVolunteersCsv }
type Format = keyof typeof endpoints | 'pdf' | 'pdf-by-congregation'

/** Saves all volunteers whom the filters choose, in their order, as a file, or copies their contacts. */
export function VolunteerExport({ choice }: { choice: VolunteerChoice }) {
  const { mutate, isPending } = useVolunteerExport()
  const copy = useCopyContacts((of) =>
    call(copyVolunteerContacts, { query: { ...toQuery(choice), of } }),
  )
  const save = (format: Format) => () => mutate({ format, choice })
  usePrintKey(isPending ? undefined : save('pdf'))
  return (
    <DropdownMenu
      trigger={
        <Button icon={<Download />} loading={isPending || copy.isPending}>
          Export
        </Button>
      }
      items={[
        { label: 'Excel workbook (XLSX)', onSelect: save('xlsx') },
        { label: 'Plain table (CSV)', onSelect: save('csv') },
        { label: 'To print (PDF)', onSelect: save('pdf') },
        ...(choice.mark.length > 0
          ? [{ label: 'To print, by congregation (PDF)', onSelect: save('pdf-by-congregation') }]
          : []),
        { label: 'Copy addresses', onSelect: () => copy.mutate('addresses') },
        { label: 'Copy numbers', onSelect: () => copy.mutate('numbers') },
      ]}
    />
  )
}

/** Makes the keys that print do this instead, unless a person is open: of the list, the page has only some rows. */
function usePrintKey(onPrint: (() => void) | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || event.altKey || event.shiftKey) return
      if (!event.ctrlKey && !event.metaKey) return
      if (volunteerOfAddress(location.pathname) !== undefined) return
      event.preventDefault()
      onPrint?.()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onPrint])
}

/** Goes on when the user leaves the page, since the file can be fetched nowhere else. */
function useVolunteerExport() {
  const client = useQueryClient()
  const { userId } = useSessionUser()
  return useDownload({
    send: ({ format, choice }: { format: Format; choice: VolunteerChoice }) => {
      const query = toQuery(choice)
      if (format === 'pdf') return fetchPdf(client, userId, query)
      return format === 'pdf-by-congregation'
        ? fetchPdf(client, userId, { ...query, byCongregation: 'true' })
        : call(endpoints[format], { query })
    },
    nameOf: ({ format }) => `SMPW-Volunteers.${format.slice(0, 4).replace('-', '')}`,
    failed: ['Export Failed', 'Failed to export the volunteers.'],
  })
}

/**
 * Starts a job that makes the list as PDF, waits until it has ended, and reads the file (docs/volunteers.md#as-pdf).
 * @throws ApiError also with the reason why the job has failed, and once the user has signed out.
 */
async function fetchPdf(
  client: QueryClient,
  userId: string,
  query: ReturnType<typeof toQuery> & { byCongregation?: 'true' },
) {
  const { jobId: id } = await call(startVolunteerList, { query })
  // Without active jobs the list of jobs is polled rarely, and would not show this one.
  void refreshJobs(client)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs.volunteerList))
    if (decodeToken(readToken() ?? '')?.userId !== userId) {
      throw new ApiError(401, sessionEndedMessage, { sessionEnded: true })
    }
    const { job } = await call(getJob, { params: { id } })
    if (job.status === 'failed') throw new ApiError(409, job.error ?? '')
    if (!isActive(job)) return call(fetchVolunteerList, { params: { id } })
  }
}
