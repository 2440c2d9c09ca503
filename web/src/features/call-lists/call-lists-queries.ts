import { wantedOf } from '@dashboard/contract/call-list-week'
import {
  type CallList,
  type CallListInput,
  type CallOutcome,
  type CallPerson,
  deleteCallList,
  exportCallListCsv,
  exportCallListXlsx,
  getCallList,
  listCallLists,
  listWrongNumbers,
  openCallList,
  setCallOutcome,
  updateCallList,
} from '@dashboard/contract/call-lists'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { callListPolling } from '../../api/polling.ts'
import { useChange, useDownload } from '../../api/use-change.ts'

/** Polls a call list, so that each user sees the outcomes that colleagues note (docs/call-lists.md). */
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
  return useChange({
    send: (body: CallListInput & { wanted?: number }) => call(openCallList, { body }),
    failed: ['Not Opened', 'The call list could not be opened.'],
    refreshes: ['/api/call-lists'],
  })
}

/** Sets how many people a list wants; `shown` is the number chosen last, also while it is being set. */
export function useWanted(list: CallList) {
  const { mutate, isPending, variables } = useChange({
    send: (wanted: number) => call(updateCallList, { params: { id: list.id }, body: { wanted } }),
    inOrder: true,
    failed: ['Not Set', 'How many people the list wants could not be set.'],
    refreshes: ['/api/call-lists'],
  })
  return { shown: isPending ? variables : wantedOf(list), set: mutate }
}

export function useDeleteCallList() {
  return useChange({
    send: (id: string) => call(deleteCallList, { params: { id } }),
    failed: ['Not Deleted', 'The call list could not be deleted.'],
    refreshes: ['/api/call-lists'],
  })
}

/** Notes how the call of one person ended; `shown` is the outcome chosen last, also while it is being noted. */
export function useOutcome(id: string, { volunteerId, outcome }: CallPerson) {
  const { mutate, isPending, variables } = useChange({
    send: (chosen: CallOutcome | null) =>
      call(setCallOutcome, {
        params: { id, volunteerId: volunteerId ?? '' },
        body: { outcome: chosen },
      }),
    inOrder: true,
    failed: ['Not Noted', 'The outcome could not be noted.'],
    // The list of volunteers marks wrong numbers, too.
    refreshes: ['/api/call-lists', '/api/wrong-numbers', '/api/volunteers'],
  })
  return { shown: isPending ? variables : (outcome?.outcome ?? null), record: mutate }
}

const files = { csv: exportCallListCsv, xlsx: exportCallListXlsx } as const

export function useSaveCallList(id: string) {
  return useDownload({
    send: (format: keyof typeof files) => call(files[format], { params: { id } }),
    nameOf: (format) => `Call-List.${format}`,
    failed: ['Download Failed', 'The call list could not be saved.'],
  })
}
