import { getAutomationStatus } from '@dashboard/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { automationStatusPolling } from '../../api/polling.ts'

export function useAutomationStatus() {
  return useQuery({ ...endpointQuery(getAutomationStatus), ...automationStatusPolling })
}
