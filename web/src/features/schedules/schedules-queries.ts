import type { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  resumeSchedules,
  updateSchedule,
} from '@dashboard/contract/schedules'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { schedulesPolling } from '../../api/polling.ts'
import { useChange, withMessage } from '../../api/use-change.ts'

/** Reads when syncs run by themselves (also when an import ends). */
export function useSchedules() {
  return useQuery({ ...endpointQuery(listSchedules), ...schedulesPolling })
}

/** The fallback of docs/api.md#errors-on-screen, for the toast and for the alert in the dialog. */
export const saveFailure = 'Failed to save the schedule.'

const refreshes = ['/api/schedules'] as const

export function useSaveSchedule(id: string | undefined) {
  return useChange({
    send: (body: ScheduleInput) =>
      id === undefined
        ? call(createSchedule, { body })
        : call(updateSchedule, { params: { id }, body }),
    done: withMessage(id === undefined ? 'Schedule Added' : 'Schedule Updated'),
    failed: ['Save Failed', saveFailure],
    refreshes,
  })
}

export function useDeleteSchedule(id: string) {
  return useChange({
    send: () => call(deleteSchedule, { params: { id } }),
    done: withMessage('Schedule Deleted'),
    failed: ['Delete Failed', 'Failed to delete the schedule.'],
    refreshes,
  })
}

export function useResumeSchedules() {
  return useChange({
    send: () => call(resumeSchedules),
    done: withMessage('Schedules Resumed'),
    failed: ['Resume Failed', 'Failed to resume the schedules.'],
    refreshes,
  })
}
