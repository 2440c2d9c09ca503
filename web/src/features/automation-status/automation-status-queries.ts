import { getAutomationStatus } from '@dashboard/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { automationStatusPolling } from '../../api/polling.ts'

/** Reads the last export, import and sync. */
export function useAutomationStatus() {
  return useQuery({ ...endpointQuery(getAutomationStatus), ...automationStatusPolling })
}
