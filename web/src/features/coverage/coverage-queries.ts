import { getCircuit, getCongregation, getCoverage } from '@dashboard/contract/coverage'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { reportsPolling } from '../../api/polling.ts'
import { useHasActiveJobs } from '../jobs/jobs-queries.ts'

/**
 * Reads the coverage board; while jobs run it is polled as often as the reports, so that circuits update one by one.
 */
export function useCoverage() {
  return useQuery({ ...endpointQuery(getCoverage), ...reportsPolling(useHasActiveJobs()) })
}

/** Reads one circuit, at the same interval. */
export function useCircuit(name: string) {
  const query = endpointQuery(getCircuit, { params: { name } })
  return useQuery({ ...query, ...reportsPolling(useHasActiveJobs()) })
}

/** Reads one congregation, at the same interval. */
export function useCongregation(circuit: string, congregation: string) {
  const query = endpointQuery(getCongregation, { params: { name: circuit, congregation } })
  return useQuery({ ...query, ...reportsPolling(useHasActiveJobs()) })
}
