import { listUsers } from '@dashboard/contract/accounts'
import { listReports } from '@dashboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { useAutomationStatus } from './automation-status-queries.ts'
import { areStepsOffered, firstSteps } from './first-steps.ts'

/** Whether this administrator is shown the first steps; known before any answer where the browser has stored it. */
export function useAreStepsOffered(): boolean {
  const { data } = useAutomationStatus()
  const isAdmin = useSessionUser().role === 'admin'
  return isAdmin && areStepsOffered(data)
}

/** Returns the first steps; `undefined` until the last import is known. */
export function useFirstSteps() {
  const { data } = useAutomationStatus()
  const reports = useQuery(endpointQuery(listReports)).data?.reports ?? []
  const users = useQuery({
    ...endpointQuery(listUsers, { query: { limit: '1' } }),
    staleTime: 0,
  }).data
  return (
    data &&
    firstSteps({
      isSampleData: data.isSampleData,
      hasImport: data.lastImport !== null,
      hasReport: reports.length > 0,
      hasColleague: (users?.total ?? 0) > 1,
    })
  )
}
