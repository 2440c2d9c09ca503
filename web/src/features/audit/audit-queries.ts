import { exportAudit, listAuditActors, listAuditEntries } from '@dashboard/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useDownload } from '../../api/use-change.ts'
import { type AuditChoice, entriesPerPage, toFilter } from './audit-choice.ts'

/** Reads one page of the chosen entries; the last page stays in view until the next has arrived. */
export function useAuditPage(choice: AuditChoice, cursor: string | undefined) {
  const query = { ...toFilter(choice), limit: String(entriesPerPage), ...(cursor && { cursor }) }
  return useQuery({
    ...endpointQuery(listAuditEntries, { query }),
    // New entries are added all the time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Reads who has entries; until then, the list to choose from has 'Everybody' only. */
export function useAuditActors() {
  return useQuery({ ...endpointQuery(listAuditActors), staleTime: 0 })
}

export function useAuditExport() {
  return useDownload({
    send: (choice: AuditChoice) => call(exportAudit, { query: toFilter(choice) }),
    nameOf: () => 'SMPW-Audit-Log.csv',
    failed: ['Export Failed', 'Failed to export the audit log.'],
  })
}
