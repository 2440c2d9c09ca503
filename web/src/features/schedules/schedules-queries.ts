import type { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  resumeSchedules,
  updateSchedule,
} from '@dashboard/contract/schedules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { schedulesPolling } from '../../api/polling.ts'
import { useToast } from '../../ui/toaster.tsx'

/** Reads when syncs run by themselves (every 30 s, and when an import ends: docs/behavior.md#polling). */
export function useSchedules() {
  return useQuery({ ...endpointQuery(listSchedules), ...schedulesPolling })
}

/** The fallbacks of docs/behavior.md#errors, for the toast and for the alert in the dialog. */
export const scheduleFailures = {
  save: 'Failed to save the schedule.',
  delete: 'Failed to delete the schedule.',
  resume: 'Failed to resume the schedules.',
} as const

interface Outcome<Input> {
  send: (input: Input) => Promise<{ message: string }>
  doneTitle: string
  failedTitle: string
  fallback: string
}

/** Returns a mutation of schedules: it shows a toast on success and on failure, and the list is read again. */
function useScheduleChange<Input>({ send, doneTitle, failedTitle, fallback }: Outcome<Input>) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) =>
      toast({ title: doneTitle, description: message, variant: 'success' }),
    onError: showError(failedTitle, fallback),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pathKey('/api/schedules') }),
  })
}

/** Adds a schedule, or changes the one with this id. */
export function useSaveSchedule(id: string | undefined) {
  return useScheduleChange({
    send: (body: ScheduleInput) =>
      id === undefined
        ? call(createSchedule, { body })
        : call(updateSchedule, { params: { id }, body }),
    doneTitle: id === undefined ? 'Schedule Added' : 'Schedule Updated',
    failedTitle: 'Save Failed',
    fallback: scheduleFailures.save,
  })
}

export function useDeleteSchedule(id: string) {
  return useScheduleChange({
    send: () => call(deleteSchedule, { params: { id } }),
    doneTitle: 'Schedule Deleted',
    failedTitle: 'Delete Failed',
    fallback: scheduleFailures.delete,
  })
}

export function useResumeSchedules() {
  return useScheduleChange({
    send: () => call(resumeSchedules),
    doneTitle: 'Schedules Resumed',
    failedTitle: 'Resume Failed',
    fallback: scheduleFailures.resume,
  })
}
