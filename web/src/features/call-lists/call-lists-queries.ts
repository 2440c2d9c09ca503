import {
  type CallListInput,
  type CallOutcome,
  deleteCallList,
  exportCallListCsv,
  exportCallListXlsx,
  getCallList,
  listCallLists,
  listWrongNumbers,
  openCallList,
  setCallOutcome,
} from '@dashboard/contract/call-lists'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { callListPolling } from '../../api/polling.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Polls a call list, so that each user sees the outcomes that colleagues note (docs/call-lists.md#outcomes). */
export function useCallList(id: string) {
  return useQuery({ ...endpointQuery(getCallList, { params: { id } }), ...callListPolling })
}

export function useCallLists() {
  return useQuery({ ...endpointQuery(listCallLists), ...callListPolling })
}

export function useWrongNumbers() {
  return useQuery(endpointQuery(listWrongNumbers))
}

export function useOpenCallList() {
  const client = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (body: CallListInput) => call(openCallList, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: pathKey('/api/call-lists') }),
    onError: showError('Not Opened', 'The call list could not be opened.'),
  })
}

export function useDeleteCallList() {
  const client = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (id: string) => call(deleteCallList, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: pathKey('/api/call-lists') }),
    onError: showError('Not Deleted', 'The call list could not be deleted.'),
  })
}

interface Note {
  volunteerId: string
  outcome: CallOutcome | null
}

/** Notes how a call ended; the choice is shown at once. */
export function useNoteOutcome(id: string) {
  const client = useQueryClient()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ volunteerId, outcome }: Note) =>
      call(setCallOutcome, { params: { id, volunteerId }, body: { outcome } }),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: pathKey('/api/call-lists') }),
        client.invalidateQueries({ queryKey: pathKey('/api/wrong-numbers') }),
        // The list of volunteers marks wrong numbers, too.
        client.invalidateQueries({ queryKey: pathKey('/api/volunteers') }),
      ])
    },
    onError: showError('Not Noted', 'The outcome could not be noted.'),
  })
}

const files = { csv: exportCallListCsv, xlsx: exportCallListXlsx } as const

export function useSaveCallList(id: string) {
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (format: keyof typeof files) => call(files[format], { params: { id } }),
    onSuccess: ({ blob, fileName }, format) => saveFile(blob, fileName ?? `Call-List.${format}`),
    onError: showError('Download Failed', 'The call list could not be saved.'),
  })
}
