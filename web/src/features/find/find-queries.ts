import { listReports } from '@dashboard/contract/reports'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useIsSupported } from '../../api/missing-calls.ts'
import { formatInstant } from '../../format/time.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { arrangeReports } from '../reports/report-list.ts'
import { useLookupOptions } from '../reports/reports-queries.ts'
import { localEntries, personEntry, reportEntry } from './find-entries.ts'
import { helpOf } from './help.ts'

const typingPauseMs = 150
const maxPeople = '6'
const maxReports = 4

/** Returns the results for the typed text: people first, then places, pages, actions and help, last reports. */
export function useFind(text: string) {
  const q = text.trim()
  const asked = useDebounced(q, typingPauseMs)
  const isAsked = q !== '' && asked === q
  const lookups = useLookupOptions().data
  const user = useSessionUser()
  const hasPeople = useIsSupported(listVolunteers)
  const people = useQuery({
    ...endpointQuery(listVolunteers, { query: { q, limit: maxPeople } }),
    enabled: isAsked,
  })
  const reports = useQuery({
    ...endpointQuery(listReports),
    enabled: isAsked,
  })
  const found = useMemo(
    () => arrangeReports(reports.data?.reports ?? [], { search: q, sort: 'date', show: 'newest' }),
    [reports.data, q],
  )
  const isAdmin = user.role === 'admin'
  const local = localEntries(text, {
    lookups,
    help: helpOf({ isAdmin }),
    isAdmin,
    isLimited: isLimited(user),
  })
  return {
    // How many there are in all; the entries are the first of each kind.
    total: (people.data?.total ?? 0) + local.total + (isAsked ? found.length : 0),
    entries: [
      ...(people.data?.volunteers ?? []).map(personEntry),
      ...local.entries,
      ...(isAsked ? found : [])
        .slice(0, maxReports)
        .map((report) => reportEntry(report, `Generated ${formatInstant(report.generatedAt)}`)),
    ],
    isSearching: q !== '' && (!isAsked || people.isFetching || reports.isFetching),
    hasFailed: isAsked && ((people.isError && hasPeople) || reports.isError),
  }
}
